// Two webhook workers as processes on a database and a broker of their own, tenants with receivers, and events from an outbox.
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { contextSigner, createLogger, newId, openDatabase, systemCall, wire } from "@tenant-ops/kit";
import { SpinCompletedSchema } from "@tenant-ops/proto/roulettes";
import { startBackend } from "../../scripts/lib/backend/backend.mjs";
import { startMesh } from "../../scripts/lib/mesh/mesh.mjs";

export async function openHouse({ dataDir, workers = 2, settings = {} }) {
  const backend = await startBackend({ dataDir, logDir: `${dataDir}/logs` });
  const mesh = await startMesh({
    mongodbUrl: backend.mongodbUrl,
    natsUrl: backend.natsUrl,
    dataDir,
    services: ["webhooks"],
    replicas: { webhooks: workers },
    gateways: 0,
    env: { webhooks: settings },
  });
  const database = `${mesh.databasePrefix}webhooks`;
  // The outbox of the workers' own database stands for those of the verticals: their relay publishes what is in it.
  const db = await openDatabase({
    url: backend.mongodbUrl,
    name: database,
    appName: "chaos",
    logger: createLogger("chaos", "silent"),
    sharedIndexes: { lanes: [] },
  });
  const sign = contextSigner("gateway", mesh.secrets.gatewayCallContextPrivateKey);
  const names = Object.keys(mesh.processes);

  function newTenant() {
    const businessId = newId("biz");
    const caller = { businessId, country: "MX", currency: "MXN", timeZone: "UTC", keyId: "chaos", scopes: ["*"] };
    const scope = () => db.scope(systemCall(businessId, "chaos"));
    const deliveries = () => scope().collection("deliveries");
    return {
      businessId,
      scope,
      deliveries,
      async rest(method, path, body) {
        const headers = {
          [wire.context]: sign(caller, "webhooks"),
          ...(body && { "content-type": "application/json" }),
        };
        const answer = await fetch(`${mesh.addresses.webhooks.http}/v1/public/webhooks${path}`, {
          method,
          headers,
          ...(body && { body: JSON.stringify(body) }),
        });
        const parsed = await answer.json();
        if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${parsed.detail}`);
        return parsed;
      },
      /** Events in one transaction; acknowledged means kept. */
      async announce(count) {
        await db.transaction(systemCall(businessId, "chaos"), async (scope) => {
          for (let index = 0; index < count; index += 1) {
            const spin = {
              spinId: newId("spn"),
              rouletteId: "rou_1",
              userId: "u",
              result: "lost",
              giftIndex: 0,
              typeOfGift: "Perder",
            };
            await scope.publish(SpinCompletedSchema, spin);
          }
        });
      },
    };
  }

  return {
    backend,
    mesh,
    db,
    database,
    workers: names.map((name) => mesh.processes[name]),
    newTenant,
    async close() {
      await db.close();
      await mesh.stop();
      await backend.stop();
    },
  };
}

/**
 * Counts what arrives, by webhook-id.
 * @param answer `async (request, arrived) => status`
 */
export async function openReceiver(answer = async () => 204) {
  const arrivals = new Map();
  const at = [];
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    response.on("close", () => (open -= 1));
    request.resume();
    request.on("end", () => void accept(request, response));
  });
  async function accept(request, response) {
    const id = request.headers["webhook-id"];
    at.push({ id, at: Date.now() });
    const status = await answer(request, arrivals.get(id) ?? 0);
    if (status >= 200 && status < 300) arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
    response.writeHead(status).end();
  }
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    /** webhook-id → how often it was accepted. */
    arrivals,
    at,
    get open() {
      return open;
    },
    duplicates: () => [...arrivals.values()].reduce((sum, count) => sum + count - 1, 0),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Numbers that are the same for the same seed (mulberry32). */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export async function until(what, ask, withinMs = 60_000) {
  const end = Date.now() + withinMs;
  for (;;) {
    const answer = await Promise.resolve(ask()).catch(() => undefined);
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`not within ${withinMs} ms: ${what}`);
    await sleep(50);
  }
}
