// node services/webhooks/dist/reconcile-counts.js [--repair]: compares the counters with a full count; exit code 1 if they differ.
import { auditCounts } from "@tenant-ops/kit/process";
import { countSources } from "./deliveries/daily-counts.js";

await auditCounts("webhooks", countSources);
