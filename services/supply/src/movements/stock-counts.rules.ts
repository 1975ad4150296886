import type { Movement } from "./movements.store.js";

type Change = Pick<Movement, "reason" | "delta">;

/** By which counter of the collection `stock` of analytics a ledger row is counted. */
const counterOf = {
  initial: { more: "received", fewer: "received" },
  receiving: { more: "received", fewer: "received" },
  withdrawal: { more: "handedOut", fewer: "handedOut" },
  transfer: { more: "movedIn", fewer: "movedOut" },
  count: { more: "found", fewer: "lost" },
} as const satisfies Record<Movement["reason"], object>;

/** What a ledger row adds to the counters of `stock`: `held` by how much the quantity changes, and the units by the reason. */
export function toStockCounts({ reason, delta }: Change): Record<string, number> {
  if (delta === 0) return {};
  return { held: delta, [counterOf[reason][delta > 0 ? "more" : "fewer"]]: Math.abs(delta) };
}

/** The same as expressions of MongoDB, for a full count of the ledger rows. */
export const stockCounts = {
  held: "$delta",
  ...Object.fromEntries(
    ["received", "handedOut", "lost", "found", "movedIn", "movedOut"].map((counter) => [
      counter,
      { $cond: [{ $or: listCases(counter) }, { $abs: "$delta" }, 0] },
    ]),
  ),
};

function listCases(counter: string): object[] {
  return Object.entries(counterOf).flatMap(([reason, { more, fewer }]) => [
    ...(more === counter ? [{ $and: [{ $eq: ["$reason", reason] }, { $gt: ["$delta", 0] }] }] : []),
    ...(fewer === counter ? [{ $and: [{ $eq: ["$reason", reason] }, { $lt: ["$delta", 0] }] }] : []),
  ]);
}
