// node services/roulettes/dist/reconcile.js: checks the counters of roulettes and players against spins and prizes.
import { runReconcile } from "@tenant-ops/kit/process";
import { rouletteAudits } from "./audits.js";

await runReconcile("roulettes", rouletteAudits);
