import { runProcess } from "@tenant-ops/kit/process";
import { startAll } from "./all.js";
import { migrateAll, reconcileAll, reencryptAll } from "./jobs.js";

await runProcess("all", {
  start: () => startAll(),
  migrate: () => migrateAll(),
  reconcile: () => reconcileAll(),
  reencrypt: () => reencryptAll(),
});
