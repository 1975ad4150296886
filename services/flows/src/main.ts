import "@tenant-ops/kit/start-up";
import { runService } from "@tenant-ops/kit/process";
import { flows } from "./flows.js";

await runService(flows);
