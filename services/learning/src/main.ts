import "@tenant-ops/kit/start-up";
import { runService } from "@tenant-ops/kit/process";
import { learning } from "./learning.js";

await runService(learning);
