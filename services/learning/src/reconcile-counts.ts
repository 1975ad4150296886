// node services/learning/dist/reconcile-counts.js [--repair]: compares the counters with a full count; exit code 1 if they differ.
import { auditCounts } from "@tenant-ops/kit/process";
import { countSources } from "./daily-counts.js";

await auditCounts("learning", countSources);
