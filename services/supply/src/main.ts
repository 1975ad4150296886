import { run } from "@tenant-ops/kit";
import { supply } from "./supply.js";

await run(supply);
