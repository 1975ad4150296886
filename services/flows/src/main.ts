import { run } from "@tenant-ops/kit";
import { flows } from "./flows.js";

await run(flows);
