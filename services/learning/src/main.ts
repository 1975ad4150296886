import { run } from "@tenant-ops/kit";
import { learning } from "./learning.js";

await run(learning);
