import { runMigration, runProcess } from "@tenant-ops/kit/process";
import { gatewaySchema, startGateway } from "./app.js";
import { readGatewayConfig } from "./config.js";

await runProcess("gateway", {
  start: () => startGateway(readGatewayConfig()),
  migrate: () => runMigration("gateway", gatewaySchema),
});
