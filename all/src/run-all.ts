// The entry point of one process with all parts. It runs when it is imported, so that everything that tests use is in all.ts.
import { runProcess } from "@tenant-ops/kit/process";
import { migrateAll, reconcileAll, reencryptAll, startAll } from "./all.js";

await runProcess("all", {
  start: () => startAll(),
  migrate: () => migrateAll(),
  reconcile: () => reconcileAll(),
  reencrypt: () => reencryptAll(),
});
