import { runProcess } from "@tenant-ops/kit/process";
import { startAll } from "./all.js";
import { migrateAll } from "./migrate-all.js";

await runProcess("all", { start: () => startAll(), migrate: () => migrateAll() });
