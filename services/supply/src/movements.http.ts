import { type Database, newId, type Scope, type WriteScope } from "@tenant-ops/kit/data";
import { requireCall, setReplayedHeader, pageQuery, parseInput, toRestList } from "@tenant-ops/kit/http";
import { CenterStockChangedSchema } from "@tenant-ops/proto/supply";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { unitsMax } from "./center-stocks.rules.js";
import { atCenterKey, findCenterStockById, findCenterStocks, type Moved, moveStock } from "./center-stocks.store.js";
import { findCenter } from "./centers.store.js";
import { centerStockNotFound, planTransfer, tooMuch, type Transfer } from "./movements.rules.js";
import { listMovements, type Movement } from "./movements.store.js";
import { findStock } from "./stocks.store.js";

const root = "/v1/public/supply";
const byId = z.object({ id: z.string() });
const units = z.number().int().min(1).max(unitsMax);
const note = z.string().trim().max(500).optional();
const receiving = z.strictObject({ quantity: units, note });
const counting = z.strictObject({ counted: z.number().int().min(0).max(unitsMax), note });
const transferring = z.strictObject({
  stockId: z.string().min(1),
  fromCenterId: z.string().min(1),
  toCenterId: z.string().min(1),
  quantity: units,
  note,
});
const listing = z.strictObject(pageQuery);

/** How stock goes up, moves and is counted, and the ledger that tells of it. */
export function movementHttp(app: FastifyInstance, db: Database): void {
  app.post(`${root}/center-stocks/:id/receive`, async (request, reply) => {
    const call = requireCall(request);
    const { id } = parseInput(byId, request.params);
    const { quantity, note: said } = parseInput(receiving, request.body);
    const answer = await db.transaction(call, async (scope) => {
      const cause = { reason: "receiving", ref: newId("rcv"), ...(said && { note: said }) } as const;
      const moved = await moveStock(scope, id, { by: quantity }, cause);
      if (!moved) throw await whyNotReceived(scope, id);
      await announceChange(scope, moved, cause);
      return toAnswer(cause.ref, moved);
    });
    setReplayedHeader(reply, call);
    return reply.status(201).send(answer);
  });

  app.post(`${root}/center-stocks/:id/count`, async (request, reply) => {
    const call = requireCall(request);
    const { id } = parseInput(byId, request.params);
    const { counted, note: said } = parseInput(counting, request.body);
    const answer = await db.transaction(call, async (scope) => {
      const cause = { reason: "count", ref: newId("cnt"), ...(said && { note: said }) } as const;
      const moved = await moveStock(scope, id, { to: counted }, cause);
      if (!moved) throw centerStockNotFound(id);
      // A count that finds what the books say gets its row, but nothing has changed that anybody should hear of.
      if (moved.delta !== 0) await announceChange(scope, moved, cause);
      return toAnswer(cause.ref, moved);
    });
    setReplayedHeader(reply, call);
    return reply.status(201).send(answer);
  });

  app.post(`${root}/transfers`, async (request, reply) => {
    const call = requireCall(request);
    const { note: said, ...transfer } = parseInput(transferring, request.body);
    // No transfer changes these, so they are asked for outside: the shorter a transaction, the fewer it collides with.
    const named = await findNamed(db.scope(call), transfer);
    const answer = await db.transaction(call, async (scope) => {
      const steps = planTransfer(transfer, { ...named, ...(await findBothEnds(scope, transfer)) });
      const cause = { reason: "transfer", ref: newId("trf"), ...(said && { note: said }) } as const;
      const moves: Moved[] = [];
      for (const { centerStockId, by } of steps) {
        const moved = await moveStock(scope, centerStockId, { by }, cause);
        if (!moved) throw new Error("a transfer was planned that could not be made");
        await announceChange(scope, moved, cause);
        moves.push(moved);
      }
      return { _id: cause.ref, ...transfer, movements: moves.map((moved) => toAnswer(cause.ref, moved)) };
    });
    setReplayedHeader(reply, call);
    return reply.status(201).send(answer);
  });

  app.get(`${root}/center-stocks/:id/movements`, async (request) => {
    const scope = db.scope(requireCall(request));
    const { id } = parseInput(byId, request.params);
    const page = parseInput(listing, request.query);
    if (!(await findCenterStockById(scope, id))) throw centerStockNotFound(id);
    return toRestList(await listMovements(scope, id, page), toRow);
  });
}

async function whyNotReceived(scope: Scope, id: string) {
  const centerStock = await findCenterStockById(scope, id);
  return centerStock ? tooMuch(centerStock.currentStock) : centerStockNotFound(id);
}

async function findNamed(scope: Scope, { stockId, fromCenterId, toCenterId }: Transfer) {
  const [stock, fromCenter, toCenter] = await Promise.all([
    findStock(scope, stockId),
    findCenter(scope, fromCenterId),
    findCenter(scope, toCenterId),
  ]);
  return { stock, fromCenter, toCenter };
}

async function findBothEnds(scope: Scope, { stockId, fromCenterId, toCenterId }: Transfer) {
  const from = { stockId, serviceCenterId: fromCenterId };
  const to = { stockId, serviceCenterId: toCenterId };
  const held = await findCenterStocks(scope, [from, to]);
  return { from: held.get(atCenterKey(from)) ?? null, to: held.get(atCenterKey(to)) ?? null };
}

async function announceChange(scope: WriteScope, moved: Moved, cause: { reason: string; ref: string }): Promise<void> {
  const { _id: centerStockId, stockId, serviceCenterId } = moved.before;
  await scope.publish(CenterStockChangedSchema, {
    centerStockId,
    stockId,
    serviceCenterId,
    delta: moved.delta,
    quantityAfter: moved.stockAfter,
    reason: cause.reason,
    reference: cause.ref,
  });
}

function toAnswer(_id: string, { before, delta, stockAfter }: Moved) {
  const { _id: centerStockId, stockId, serviceCenterId, currentStock: stockBefore } = before;
  return { _id, centerStockId, stockId, serviceCenterId, delta, stockBefore, stockAfter };
}

function toRow({ at, ...movement }: Movement) {
  return { ...movement, at: at.toISOString() };
}
