import "@tenant-ops/kit/start-up";
import { runProcess } from "@tenant-ops/kit/process";
import { startGateway } from "./app.js";
import { readGatewayConfig } from "./config.js";

await runProcess("gateway", { start: () => startGateway(readGatewayConfig()) });
