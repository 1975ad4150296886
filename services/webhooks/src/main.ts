import { run } from "@tenant-ops/kit";
import { webhooks } from "./webhooks.js";

await run(webhooks);
