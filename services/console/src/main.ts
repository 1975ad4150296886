import "@tenant-ops/kit/start-up";
import { runService } from "@tenant-ops/kit/process";
import { consoleService } from "./console.js";

await runService(consoleService);
