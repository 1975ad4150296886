// node services/flows/dist/reconcile.js: checks the numbers of campaigns against their flows.
import { runReconcile } from "@tenant-ops/kit/process";
import { flowAudits } from "./audits.js";

await runReconcile("flows", flowAudits);
