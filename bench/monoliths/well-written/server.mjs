// A monolith with the guarantees of the mesh, written for speed: one process, validators made once, JSON-RPC without a server object
// per request, writes of a business in batches, previews with tokens, answers to repeats, a ledger, and an outbox that is sent to NATS.
// It has no tenancy guard, no signed call contexts, no traces and no limits beyond a counter per business.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import Fastify from "fastify";
import { MongoClient } from "mongodb";
import { connect } from "nats";
import { pino } from "pino";
import { publishTool } from "../../../proto/dist/src/publish.js";
import { createIndexes, createRecords, hashKey } from "../records.mjs";
import { createWithdrawals } from "./withdrawals.mjs";

const client = await new MongoClient(process.env.MONGODB_URL, { maxPoolSize: 50 }).connect();
const db = client.db(process.env.MONGODB_DATABASE);
await createIndexes(db);
await db.collection("outbox").createIndex({ publishedAt: 1, _id: 1 });
const relay = await startRelay(db, process.env.NATS_URL);
const withdrawals = createWithdrawals(client, db, () => relay.notify());
const log = pino({ base: { service: "monolith" } }, pino.destination({ dest: 1, sync: false, minLength: 8192 }));

const tools = {
  supply_list_stocks: listStocks,
  supply_propose_withdrawal: withdrawals.propose,
  supply_approve_withdrawal: withdrawals.approve,
};
const pages = join(import.meta.dirname, "../../../proto/gen/tools");
const ajv = new Ajv({ strict: false });
const validators = Object.fromEntries(
  readdirSync(pages)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(pages, name), "utf8")))
    .map(publishTool)
    .map(({ name, inputSchema }) => [name, ajv.compile(inputSchema)]),
);

async function listStocks(businessId, { limit = 100 }) {
  const options = { sort: { createdAt: -1, _id: -1 }, limit: limit + 1, projection: { businessId: 0 } };
  const rows = await db
    .collection("stocks")
    .find({ businessId }, { ...options, batchSize: limit + 2 })
    .toArray();
  const items = rows.slice(0, limit);
  return { items, count: items.length, has_more: rows.length > limit };
}

const keys = new Map();
/** Finds the business by a digest of the key. The result is cached for a minute. */
async function findBusinessId(key) {
  const hash = hashKey(key);
  const known = keys.get(hash);
  if (known && known.until > Date.now()) return known.businessId;
  const found = await db.collection("keys").findOne({ hash });
  if (found) keys.set(hash, { businessId: found.businessId, until: Date.now() + 60_000 });
  return found?.businessId;
}

const counts = new Map();
setInterval(() => counts.clear(), 60_000).unref();
function isWithinLimit(businessId) {
  const count = (counts.get(businessId) ?? 0) + 1;
  counts.set(businessId, count);
  return count <= 100_000_000;
}

const app = Fastify();
app.post("/mcp", async (request, reply) => {
  const started = performance.now();
  const businessId = await findBusinessId(request.headers["x-api-key"] ?? "");
  if (!businessId) return reply.status(401).send({ error: "unauthorized" });
  if (!isWithinLimit(businessId)) return reply.status(429).send({ error: "rate_limited" });
  const { id, params } = request.body;
  const result = await callTool(businessId, params);
  log.info({ businessId, tool: params.name, isError: result.isError, ms: performance.now() - started }, "tool called");
  return { jsonrpc: "2.0", id, result };
});

async function callTool(businessId, { name, arguments: args = {} }) {
  const isValid = validators[name];
  if (!isValid?.(args)) return toError(ajv.errorsText(isValid?.errors) || "unknown tool");
  try {
    const structuredContent = await tools[name](businessId, args);
    return { structuredContent, content: [{ type: "text", text: JSON.stringify(structuredContent) }] };
  } catch (error) {
    return toError(error.message);
  }
}

const toError = (text) => ({ isError: true, content: [{ type: "text", text }] });

app.post("/prepare", (request) => createRecords(db, request.body));

await app.listen({ host: "127.0.0.1", port: Number(process.env.PORT ?? 0) });
process.stdout.write(`${JSON.stringify({ msg: "ready", port: app.server.address().port })}\n`);
process.on("SIGTERM", () => process.exit(0));

/** Sends the events of the outbox to a stream of JetStream, 256 at a time, and marks them as sent. */
async function startRelay(db, natsUrl) {
  const connection = await connect({ servers: natsUrl });
  const manager = await connection.jetstreamManager();
  await manager.streams.add({ name: "MONOLITH", subjects: ["monolith.>"], storage: "file" });
  const stream = connection.jetstream();
  const outbox = db.collection("outbox");
  let wake = () => {};
  let isNotified = false;

  async function sendPending() {
    const rows = await outbox.find({ publishedAt: null }, { sort: { _id: 1 }, limit: 256, batchSize: 257 }).toArray();
    await Promise.all(rows.map(({ _id, event }) => stream.publish("monolith.withdrawal", event, { msgID: _id })));
    const ids = rows.map(({ _id }) => _id);
    if (ids.length > 0) await outbox.updateMany({ _id: { $in: ids } }, { $set: { publishedAt: new Date() } });
    return rows.length;
  }

  async function run() {
    for (;;) {
      isNotified = false;
      while ((await sendPending()) === 256);
      if (!isNotified) await new Promise((resolve) => ((wake = resolve), setTimeout(resolve, 5000).unref()));
    }
  }
  run().catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  });
  return {
    notify: () => {
      isNotified = true;
      wake();
    },
  };
}
