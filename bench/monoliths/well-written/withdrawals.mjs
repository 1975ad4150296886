import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { MongoError } from "mongodb";

const itemsMax = 64;

/** Runs one batch of a business at a time; items that come meanwhile form the next batch. `run` returns an outcome per item. */
function createBatches(run) {
  const queues = new Map();
  return (businessId, item) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(businessId);
      const waiting = { item, resolve, reject };
      if (queue) return void queue.push(waiting);
      queues.set(businessId, [waiting]);
      void runQueue(businessId);
    });

  async function runQueue(businessId) {
    const queue = queues.get(businessId);
    while (queue.length > 0) {
      const batch = queue.splice(0, itemsMax);
      try {
        const outcomes = await run(
          businessId,
          batch.map(({ item }) => item),
        );
        batch.forEach(({ resolve, reject }, index) => {
          const { reply, error } = outcomes[index];
          if (error) reject(error);
          else resolve(reply);
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    queues.delete(businessId);
  }
}

const secret = randomBytes(32);
const lifetimeMs = 15 * 60_000;

/** A token for exactly these arguments: expiry, id, digest of the arguments, signature. */
function createToken(businessId, request) {
  const body = Buffer.alloc(36);
  body.writeUIntBE(Date.now() + lifetimeMs, 0, 6);
  randomBytes(14).copy(body, 6);
  digest(request).copy(body, 20, 0, 16);
  return Buffer.concat([body, sign(businessId, body)]).toString("base64url");
}

/** @returns the id of the proposal; undefined without a token. @throws Error when the token does not fit */
function readProposalId(businessId, { proposal_token: token, ...request }) {
  if (!token) return undefined;
  const bytes = Buffer.from(token, "base64url");
  const body = bytes.subarray(0, 36);
  const isSigned = bytes.length === 52 && timingSafeEqual(bytes.subarray(36), sign(businessId, body));
  if (!isSigned || body.readUIntBE(0, 6) < Date.now()) throw new Error("the proposal has expired or was altered");
  if (!body.subarray(20).equals(digest(request).subarray(0, 16)))
    throw new Error("the arguments differ from the preview");
  return body.toString("base64url", 6, 20);
}

const digest = (request) => createHash("sha256").update(JSON.stringify(request)).digest();
const sign = (businessId, body) =>
  createHmac("sha256", secret).update(businessId).update(body).digest().subarray(0, 16);

const pairKey = ({ stock_id, service_center_id }) => `${stock_id}|${service_center_id}`;

/** The preview and the write. The write plans again inside its transaction, as the mesh does. */
export function createWithdrawals(client, db, notifyRelay) {
  const [centers, stocks, centerStocks, stored] = ["centers", "stocks", "centerStocks", "idempotency"].map((name) =>
    db.collection(name),
  );

  async function load(businessId, requests, session) {
    const ids = (name) => [...new Set(requests.map((request) => request[name]))];
    const byId = (found) => new Map(found.map((record) => [record._id, record]));
    const filter = {
      businessId,
      stockId: { $in: ids("stock_id") },
      serviceCenterId: { $in: ids("service_center_id") },
    };
    return {
      centers: byId(await centers.find({ _id: { $in: ids("service_center_id") }, businessId }, { session }).toArray()),
      stocks: byId(await stocks.find({ _id: { $in: ids("stock_id") }, businessId }, { session }).toArray()),
      held: new Map(
        (await centerStocks.find(filter, { session }).toArray()).map((record) => [
          pairKey({ stock_id: record.stockId, service_center_id: record.serviceCenterId }),
          record,
        ]),
      ),
    };
  }

  function plan({ centers, stocks, held }, request) {
    const center = centers.get(request.service_center_id);
    const stock = stocks.get(request.stock_id);
    const centerStock = held.get(pairKey(request));
    if (!center) throw new Error("center not found");
    if (!stock) throw new Error("product not found");
    if (!centerStock || centerStock.currentStock < request.quantity) throw new Error("not enough stock");
    return { center, stock, centerStock, stockAfter: centerStock.currentStock - request.quantity };
  }

  const approveInBatch = createBatches(async (businessId, items) => {
    const outcomes = await client.withSession((session) =>
      session.withTransaction(() => writeBatch(businessId, items, session), {
        readConcern: { level: "snapshot" },
        writeConcern: { w: "majority", j: true },
      }),
    );
    notifyRelay();
    return outcomes;
  });

  async function writeBatch(businessId, items, session) {
    const keys = items.map(({ key }) => `${businessId}|approve|${key}`);
    const repeats = new Map(
      (await stored.find({ _id: { $in: keys } }, { session }).toArray()).map(({ _id, reply }) => [_id, reply]),
    );
    const context = await load(
      businessId,
      items.map(({ request }) => request),
      session,
    );
    const models = [];
    const insert = (collection, document) =>
      models.push({ name: "insertOne", namespace: `${db.databaseName}.${collection}`, document });
    const taken = new Map();
    const outcomes = items.map(({ request }, index) => {
      const repeat = repeats.get(keys[index]);
      if (repeat) return { reply: repeat };
      try {
        const { center, stock, centerStock, stockAfter } = plan(context, request);
        const _id = randomUUID();
        const at = new Date();
        const seq = centerStock.movements + 1;
        context.held.set(pairKey(request), { ...centerStock, currentStock: stockAfter, movements: seq });
        const before = taken.get(centerStock._id) ?? { units: 0, rows: 0 };
        taken.set(centerStock._id, { units: before.units + request.quantity, rows: before.rows + 1 });
        const { proposal_token: _, ...facts } = request;
        const names = { productName: stock.productName, serviceCenterName: center.name };
        const { currentStock: stockBefore } = centerStock;
        insert("withdrawals", { _id, businessId, ...facts, ...names, stockBefore, stockAfter, createdAt: at });
        const movement = {
          seq,
          delta: -request.quantity,
          quantityAfter: stockAfter,
          reason: "withdrawal",
          ref: _id,
          at,
        };
        insert("movements", { _id: randomUUID(), businessId, centerStockId: centerStock._id, ...movement });
        const event = JSON.stringify({ withdrawalId: _id, ...facts, stockBefore, stockAfter });
        insert("outbox", { _id: randomUUID(), businessId, event, createdAt: at, publishedAt: null });
        const reply = { _id, status: "created" };
        insert("idempotency", { _id: keys[index], businessId, reply, createdAt: at });
        return { reply };
      } catch (error) {
        return { error };
      }
    });
    for (const [_id, { units, rows }] of [...taken].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const filter = { _id, businessId, currentStock: { $gte: units } };
      const update = { $inc: { currentStock: -units, movements: rows } };
      models.unshift({ name: "updateOne", namespace: `${db.databaseName}.centerStocks`, filter, update });
    }
    if (models.length > 0) {
      const { matchedCount } = await client.bulkWrite(models, { session, ordered: true });
      if (matchedCount !== taken.size) throw new MongoError("the stock changed during the transaction");
    }
    return outcomes;
  }

  return {
    propose: async (businessId, request) => {
      const { stockAfter } = plan(await load(businessId, [request]), request);
      return { stock_after: stockAfter, proposal_token: createToken(businessId, request) };
    },
    approve: (businessId, request) =>
      approveInBatch(businessId, { request, key: readProposalId(businessId, request) ?? randomUUID() }),
  };
}
