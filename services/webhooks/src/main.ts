import "@tenant-ops/kit/start-up";
import { runService } from "@tenant-ops/kit/process";
import { webhooks } from "./webhooks.js";

await runService(webhooks);
