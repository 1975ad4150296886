// Webhook workers as processes with a database and a broker of their own, and tenants that publish events through an outbox.
import { createContextSigner, createSystemCall, metadataKeys } from "@tenant-ops/kit/call";
import { newId, openDatabase } from "@tenant-ops/kit/data";
import { openBus, startOutboxRelay } from "@tenant-ops/kit/events";
import { createLogger, createMetrics } from "@tenant-ops/kit/telemetry";
import { SpinCompletedSchema } from "@tenant-ops/proto/roulettes";
import { startBackend } from "../../../scripts/lib/backend/backend.mjs";
import { startMesh } from "../../../scripts/lib/mesh/mesh.mjs";

export async function startWorkerMesh({ dataDir, workers = 2, settings = {}, programs }) {
  const backend = await startBackend({ dataDir, logDir: `${dataDir}/logs` });
  const mesh = await startMesh({
    mongodbUrl: backend.mongodbUrl,
    natsUrl: backend.natsUrl,
    dataDir,
    services: ["webhooks"],
    replicas: { webhooks: workers },
    gateways: 0,
    env: { webhooks: settings },
    programs,
  });
  const database = `${mesh.databasePrefix}webhooks`;
  const logger = createLogger("chaos", "silent");
  // Events are written to the outbox of the workers' database. This process publishes them as a service does; a worker publishes those that remain.
  const db = await openDatabase({
    url: backend.mongodbUrl,
    name: database,
    appName: "chaos",
    logger,
    sharedIndexes: { lanes: [] },
  });
  const bus = openBus({ url: backend.natsUrl, name: "chaos", logger });
  await bus.connected();
  const relay = startOutboxRelay({ database: db, bus, logger, metrics: createMetrics("chaos") });
  const sign = createContextSigner("gateway", mesh.secrets.gatewayCallContextPrivateKey);
  return {
    backend,
    database,
    workers: Object.values(mesh.processes),
    createTenant: () => createTenant({ db, sign, httpUrl: mesh.addresses.webhooks.http }),
    async close() {
      await relay.stop();
      await bus.close();
      await db.close();
      await mesh.stop();
      await backend.stop();
    },
  };
}

function createTenant({ db, sign, httpUrl }) {
  const businessId = newId("biz");
  const caller = { businessId, country: "MX", currency: "MXN", timeZone: "UTC", keyId: "chaos", scopes: ["*"] };
  const call = () => createSystemCall(businessId, "chaos");
  return {
    deliveries: () => db.scope(call()).collection("deliveries"),
    async rest(method, path, body) {
      const headers = {
        [metadataKeys.context]: sign(caller, "webhooks"),
        ...(body && { "content-type": "application/json" }),
      };
      const answer = await fetch(`${httpUrl}/v1/public/webhooks${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      const parsed = answer.status === 204 ? undefined : await answer.json();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${parsed.detail}`);
      return parsed;
    },
    /** Publishes events in one transaction. When it resolves, none may be lost. */
    publishSpins: (count) =>
      db.transaction(call(), async (scope) => {
        for (let index = 0; index < count; index += 1) await scope.publish(SpinCompletedSchema, createSpin());
      }),
  };
}

function createSpin() {
  const fields = { rouletteId: "rou_1", userId: "u", result: "lost", giftIndex: 0, typeOfGift: "Perder" };
  return { spinId: newId("spn"), ...fields };
}
