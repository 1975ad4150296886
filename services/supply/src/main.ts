import "@tenant-ops/kit/start-up";
import { runService } from "@tenant-ops/kit/process";
import { supply } from "./supply.js";

await runService(supply);
