import type { Call } from "@tenant-ops/kit/call";
import type { Database, WriteScope } from "@tenant-ops/kit/data";
import { listQuery, parseInput, requireCall, setReplayedHeader, toRestList } from "@tenant-ops/kit/http";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { findCenterStockById } from "./center-stocks.store.js";
import { unitsMax } from "./center-stocks.types.js";
import {
  countStock,
  findTransferNames,
  receiveStock,
  type ReferencedChange,
  transferStock,
} from "./movements.changes.js";
import { toStockChange } from "./movements.replies.js";
import { centerStockNotFound } from "./movements.rules.js";
import { listMovements } from "./movements.store.js";
import type { Movement } from "./movements.types.js";

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
const movementQuery = z.strictObject(listQuery);

/** REST routes that change quantities without a withdrawal (receiving, counting, transferring), and the ledger. */
export function movementHttp(app: FastifyInstance, db: Database): void {
  app.post(`${root}/center-stocks/:id/receive`, (request, reply) => {
    const call = requireCall(request);
    const { id: centerStockId } = parseInput(byId, request.params);
    const { quantity, note: text } = parseInput(receiveBody, request.body);
    return answerWrite(db, call, reply, async (scope) =>
      toAnswer(await receiveStock(scope, { centerStockId, quantity }, text)),
    );
  });

  app.post(`${root}/center-stocks/:id/count`, (request, reply) => {
    const call = requireCall(request);
    const { id: centerStockId } = parseInput(byId, request.params);
    const { counted, note: text } = parseInput(countBody, request.body);
    return answerWrite(db, call, reply, async (scope) =>
      toAnswer(await countStock(scope, { centerStockId, counted }, text)),
    );
  });

  app.post(`${root}/transfers`, async (request, reply) => {
    const call = requireCall(request);
    const { note: text, ...given } = parseInput(transferBody, request.body);
    const names = await findTransferNames(db.scope(call), given);
    return answerWrite(db, call, reply, async (scope) => {
      const { ref, changes } = await transferStock(scope, given, names, { note: text, toCenterName: "toCenterId" });
      return { _id: ref, ...given, movements: changes.map(toAnswer) };
    });
  });

  app.get(`${root}/center-stocks/:id/movements`, async (request) => {
    const scope = db.scope(requireCall(request));
    const { id } = parseInput(byId, request.params);
    const page = parseInput(movementQuery, request.query);
    if (!(await findCenterStockById(scope, id))) throw centerStockNotFound(id);
    return toRestList(await listMovements(scope, id, page), toRow);
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

function toAnswer(change: ReferencedChange) {
  const { id: _id, ...fields } = toStockChange(change);
  return { _id, ...fields };
}

function toRow({ at, ...movement }: Movement) {
  return { ...movement, at: at.toISOString() };
}
