import "@tenant-ops/kit/start-up";
import { runService } from "@tenant-ops/kit/process";
import { roulettes } from "./roulettes.js";

await runService(roulettes);
