import type { Call } from "@tenant-ops/kit/call";
import { type Database, newId, type Scope, type WriteScope } from "@tenant-ops/kit/data";
import { pageQuery, parseInput, requireCall, setReplayedHeader, toRestList } from "@tenant-ops/kit/http";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { findCenterStockById, findCenterStocks } from "./center-stocks.store.js";
import { type ChangeReason, stockAtCenterKey, type StockChange, unitsMax } from "./center-stocks.types.js";
import { findCenter } from "./centers.store.js";
import { changeStockAndPublish } from "./movements.changes.js";
import { centerStockNotFound, planTransfer, stockLimitExceeded, type TransferRequest } from "./movements.rules.js";
import { listMovements } from "./movements.store.js";
import type { Movement } from "./movements.types.js";
import { findStock } from "./stocks.store.js";

const root = "/v1/public/supply";
const byId = z.object({ id: z.string() });
const units = z.number().int().min(1).max(unitsMax);
const note = z.string().trim().max(500).optional();
const receiveBody = z.strictObject({ quantity: units, note });
const countBody = z.strictObject({ counted: z.number().int().min(0).max(unitsMax), note });
const transferBody = z.strictObject({
  stockId: z.string().min(1),
  fromCenterId: z.string().min(1),
  toCenterId: z.string().min(1),
  quantity: units,
  note,
});
const listQuery = z.strictObject(pageQuery);

/** REST routes that change quantities without a withdrawal (receiving, counting, transferring), and the ledger. */
export function movementHttp(app: FastifyInstance, db: Database): void {
  app.post(`${root}/center-stocks/:id/receive`, (request, reply) => {
    const call = requireCall(request);
    const { id } = parseInput(byId, request.params);
    const { quantity, note: text } = parseInput(receiveBody, request.body);
    return answerWrite(db, call, reply, (scope) => receive(scope, id, quantity, text));
  });

  app.post(`${root}/center-stocks/:id/count`, (request, reply) => {
    const call = requireCall(request);
    const { id } = parseInput(byId, request.params);
    const { counted, note: text } = parseInput(countBody, request.body);
    return answerWrite(db, call, reply, (scope) => count(scope, id, counted, text));
  });

  app.post(`${root}/transfers`, async (request, reply) => {
    const call = requireCall(request);
    const { note: text, ...given } = parseInput(transferBody, request.body);
    // Read outside the transaction, because no transfer changes them: a shorter transaction has fewer write conflicts.
    const names = await findTransferNames(db.scope(call), given);
    return answerWrite(db, call, reply, (scope) => transfer(scope, given, names, text));
  });

  app.get(`${root}/center-stocks/:id/movements`, async (request) => {
    const scope = db.scope(requireCall(request));
    const { id } = parseInput(byId, request.params);
    const page = parseInput(listQuery, request.query);
    if (!(await findCenterStockById(scope, id))) throw centerStockNotFound(id);
    return toRestList(await listMovements(scope, { centerStockId: id }, page), toRow);
  });
}

async function answerWrite(
  db: Database,
  call: Call,
  reply: FastifyReply,
  write: (scope: WriteScope) => Promise<object>,
): Promise<FastifyReply> {
  const answer = await db.transaction(call, write);
  setReplayedHeader(reply, call);
  return reply.status(201).send(answer);
}

async function receive(scope: WriteScope, id: string, quantity: number, text?: string) {
  const reason = toReason("receiving", newId("rcv"), text);
  const change = await changeStockAndPublish(scope, id, { by: quantity }, reason);
  if (change) return toAnswer(reason.ref, change);
  const centerStock = await findCenterStockById(scope, id);
  throw centerStock ? stockLimitExceeded(centerStock.currentStock) : centerStockNotFound(id);
}

async function count(scope: WriteScope, id: string, counted: number, text?: string) {
  const reason = toReason("count", newId("cnt"), text);
  const change = await changeStockAndPublish(scope, id, { to: counted }, reason);
  if (!change) throw centerStockNotFound(id);
  return toAnswer(reason.ref, change);
}

type TransferNames = Awaited<ReturnType<typeof findTransferNames>>;

async function transfer(scope: WriteScope, given: TransferRequest, names: TransferNames, text?: string) {
  const steps = planTransfer(given, { ...names, ...(await findTransferStocks(scope, given)) });
  const reason = toReason("transfer", newId("trf"), text);
  const changes: StockChange[] = [];
  for (const { centerStockId, by } of steps) {
    const change = await changeStockAndPublish(scope, centerStockId, { by }, reason);
    if (!change) throw new Error("a transfer was planned from or to a center stock that cannot be changed");
    changes.push(change);
  }
  return { _id: reason.ref, ...given, movements: changes.map((change) => toAnswer(reason.ref, change)) };
}

async function findTransferNames(scope: Scope, { stockId, fromCenterId, toCenterId }: TransferRequest) {
  const [stock, fromCenter, toCenter] = await Promise.all([
    findStock(scope, stockId),
    findCenter(scope, fromCenterId),
    findCenter(scope, toCenterId),
  ]);
  return { stock, fromCenter, toCenter };
}

async function findTransferStocks(scope: Scope, { stockId, fromCenterId, toCenterId }: TransferRequest) {
  const from = { stockId, serviceCenterId: fromCenterId };
  const to = { stockId, serviceCenterId: toCenterId };
  const found = await findCenterStocks(scope, [from, to]);
  return { from: found.get(stockAtCenterKey(from)) ?? null, to: found.get(stockAtCenterKey(to)) ?? null };
}

function toReason(reason: ChangeReason["reason"], ref: string, text: string | undefined): ChangeReason {
  return { reason, ref, ...(text && { note: text }) };
}

function toAnswer(_id: string, { before, delta, stockAfter }: StockChange) {
  const { _id: centerStockId, stockId, serviceCenterId, currentStock: stockBefore } = before;
  return { _id, centerStockId, stockId, serviceCenterId, delta, stockBefore, stockAfter };
}

function toRow({ at, ...movement }: Movement) {
  return { ...movement, at: at.toISOString() };
}
