import { readConfig } from "@tenant-ops/kit/config";
import { runProcess } from "@tenant-ops/kit/process";
import { startGateway } from "./app.js";
import { gatewayConfig } from "./config.js";

await runProcess("gateway", () => startGateway(readConfig(gatewayConfig)));
