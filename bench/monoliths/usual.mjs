// What a user might write instead of this project: one process, Fastify, a new McpServer of the MCP SDK per request, the
// same MongoDB. It does the same checks and writes for the two tools that are measured. The other tools are registered
// too, because their number costs time in every request.
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import Fastify from "fastify";
import { MongoClient } from "mongodb";
import * as z from "zod";
import { publishTool } from "../../proto/dist/src/publish.js";
import { createIndexes, createRecords, hashKey } from "./records.mjs";

const client = await new MongoClient(process.env.MONGODB_URL, { maxPoolSize: 50 }).connect();
const db = client.db(process.env.MONGODB_DATABASE);
await createIndexes(db);
const keys = new Map();

/** The key is hashed in the database; after the first look-up it is cached. */
async function findBusinessId(key) {
  if (!key) return undefined;
  const cached = keys.get(key);
  if (cached) return cached;
  const found = await db.collection("keys").findOne({ hash: hashKey(key) });
  if (found) keys.set(key, found.businessId);
  return found?.businessId;
}

const pages = join(import.meta.dirname, "../../proto/gen/tools");
const toolPages = readdirSync(pages)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(join(pages, name), "utf8")))
  .filter(({ toolset }) => !toolset)
  .map(publishTool);
// The shapes are built once; every request registers them.
const shapes = new Map(toolPages.map((page) => [page.name, z.fromJSONSchema(page.inputSchema).shape]));

async function listStocks(businessId, { limit = 100 }) {
  const rows = await db
    .collection("stocks")
    .find({ businessId }, { sort: { createdAt: -1, _id: -1 }, limit: limit + 1, projection: { businessId: 0 } })
    .toArray();
  const items = rows.slice(0, limit);
  return { items, count: items.length, has_more: rows.length > limit };
}

async function approveWithdrawal(businessId, args) {
  const session = client.startSession();
  try {
    return await session.withTransaction(
      async () => {
        const center = await db.collection("centers").findOne({ _id: args.service_center_id, businessId }, { session });
        if (!center) throw new Error("center not found");
        const stock = await db.collection("stocks").findOne({ _id: args.stock_id, businessId }, { session });
        if (!stock) throw new Error("product not found");
        const held = await db
          .collection("centerStocks")
          .findOneAndUpdate(
            { businessId, stockId: stock._id, serviceCenterId: center._id, currentStock: { $gte: args.quantity } },
            { $inc: { currentStock: -args.quantity } },
            { session, returnDocument: "after" },
          );
        if (!held) throw new Error("not enough stock");
        const withdrawal = {
          _id: randomUUID(),
          businessId,
          ...args,
          stockAfter: held.currentStock,
          createdAt: new Date(),
        };
        await db.collection("withdrawals").insertOne(withdrawal, { session });
        await db
          .collection("events")
          .insertOne({ _id: randomUUID(), type: "withdrawal", id: withdrawal._id }, { session });
        return { _id: withdrawal._id, status: "created" };
      },
      { readConcern: { level: "snapshot" }, writeConcern: { w: "majority", j: true } },
    );
  } finally {
    await session.endSession();
  }
}

function createServer(businessId) {
  const server = new McpServer({ name: "monolith", version: "1.0.0" });
  for (const { name, title, description, annotations } of toolPages) {
    server.registerTool(name, { title, description, annotations, inputSchema: shapes.get(name) }, async (args) => {
      const result =
        name === "supply_list_stocks"
          ? await listStocks(businessId, args)
          : name === "supply_approve_withdrawal"
            ? await approveWithdrawal(businessId, args)
            : {};
      return { structuredContent: result, content: [{ type: "text", text: JSON.stringify(result) }] };
    });
  }
  return server;
}

const app = Fastify();
app.post("/mcp", async (request, reply) => {
  const businessId = await findBusinessId(request.headers["x-api-key"]);
  if (!businessId) return reply.status(401).send({ error: "unauthorized" });
  const server = createServer(businessId);
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  await server.connect(transport);
  reply.hijack();
  reply.raw.on("close", () => void server.close());
  await transport.handleRequest(request.raw, reply.raw, request.body);
});

app.post("/prepare", (request) => createRecords(db, request.body));

await app.listen({ host: "127.0.0.1", port: Number(process.env.PORT ?? 0) });
process.stdout.write(`${JSON.stringify({ msg: "ready", port: app.server.address().port })}\n`);
process.on("SIGTERM", () => process.exit(0));
