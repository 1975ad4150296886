import { randomBytes } from "node:crypto";
import type { DescService } from "@bufbuild/protobuf";
import type * as z from "zod";
import { createContextSigner } from "../call/context-token.js";
import { createPassIssuer } from "../pages/pass-issuer.js";
import { runMigration } from "../process/run-migration.js";
import { getSchema, startService } from "../process/service.js";
import type { ServiceDefinition } from "../process/service.types.js";
import { createRpcClients } from "../rpc/client.js";
import { createMetrics } from "../telemetry/metrics.js";
import { createContextKeys } from "./context-keys.js";
import { rejectUndefinedValues } from "./reject-undefined-values.js";
import { testBackend } from "./test-backend.js";
import { testCallMs } from "./test-call.js";
import { shardDatabase } from "./shard-database.js";
import { collectEvents } from "./test-events.js";
import { createTestTenant } from "./test-tenant.js";
import type { TestService } from "./testing.types.js";

/**
 * Starts the service in this process, on the MongoDB and the NATS of the tests, with a database of its own.
 * @param settings the settings that this service has in addition to those of every service
 */
export async function startTestService<Api extends DescService, Schema extends z.ZodObject, Setup extends object>(
  definition: ServiceDefinition<Api, Schema, Setup>,
  settings: Record<string, string> = {},
): Promise<TestService<Api, Schema>> {
  const { mongodbUrl, natsUrl } = testBackend();
  const keys = createContextKeys("gateway");
  const flowsKeys = createContextKeys("flows");
  const config = definition.config.parse({
    MONGODB_URL: mongodbUrl,
    MONGODB_DATABASE: `test_${definition.name}_${randomBytes(4).toString("hex")}`,
    NATS_URL: natsUrl,
    HOST: "127.0.0.1",
    GRPC_PORT: "0",
    HTTP_PORT: "0",
    ADMIN_PORT: "0",
    CALL_CONTEXT_PUBLIC_KEYS: `${keys.publicKeys},${flowsKeys.publicKeys}`,
    LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "error",
    SHUTDOWN_DELAY_MS: "0",
    TENANCY_GUARD: "commands",
    CHECK_REPLIES: "true",
    ...settings,
  });
  await runMigration(definition.name, getSchema(definition), config as Record<string, string>);
  const running = await startService({ ...definition, requestMs: testCallMs }, config);
  running.context.db.watchCommands(rejectUndefinedValues);
  if (process.env["TEST_SHARDED"]) await shardDatabase(mongodbUrl, running.context.db.name, definition.name);
  const sign = createContextSigner("gateway", keys.privateKey);
  const clients = createRpcClients({
    sign,
    addresses: { [definition.name]: `127.0.0.1:${running.grpcPort}` },
    metrics: createMetrics("test"),
    timeoutMs: testCallMs,
    // Client and server are one process here: while it computes for long, it answers no ping.
    keepaliveTimeoutMs: testCallMs,
  });
  const events = await collectEvents(running);
  const httpUrl = `http://127.0.0.1:${running.httpPort}`;
  return {
    running,
    newTenant: (given = {}) => createTestTenant({ definition, running, clients, sign, httpUrl, events }, given),
    sign,
    issuePass: createPassIssuer(flowsKeys.privateKey),
    httpUrl,
    close: async () => {
      clients.close();
      await running.close();
    },
  };
}
