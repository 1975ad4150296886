// node services/learning/dist/reconcile.js: checks the counters of sessions against exam attempts.
import { runReconcile } from "@tenant-ops/kit/process";
import { learningAudits } from "./audits.js";

await runReconcile("learning", learningAudits);
