import { readConfig, runProcess } from "@tenant-ops/kit";
import { startGateway } from "./app.js";
import { gatewayConfig } from "./config.js";

await runProcess("gateway", () => startGateway(readConfig(gatewayConfig)));
