import { run } from "@tenant-ops/kit";
import { roulettes } from "./roulettes.js";

await run(roulettes);
