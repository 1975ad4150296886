import "@tenant-ops/kit/start-up";
import { runService } from "@tenant-ops/kit/process";
import { accounts } from "./accounts.js";

await runService(accounts);
