import "@tenant-ops/kit/start-up";
import { runService } from "@tenant-ops/kit/process";
import { approvals } from "./approvals.js";

await runService(approvals);
