// node services/supply/dist/reconcile.js: checks that all ledgers add up to the quantities of the centers.
import { runReconcile } from "@tenant-ops/kit/process";
import { ledgerAudits } from "./ledger-audit.js";

await runReconcile("supply", ledgerAudits);
