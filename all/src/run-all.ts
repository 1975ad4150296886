import { runProcess } from "@tenant-ops/kit/process";
import { startAll } from "./all.js";

await runProcess("all", () => startAll());
