import "@tenant-ops/kit/start-up";
import { runService } from "@tenant-ops/kit/process";
import { analytics } from "./analytics.js";

await runService(analytics);
