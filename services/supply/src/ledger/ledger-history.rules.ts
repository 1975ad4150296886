import type { LedgerCheckpoint } from "./ledger-checkpoints.store.js";
import type { Movement } from "../movements/movements.store.js";

/**
 * The rows of a ledger that can be deleted: those that follow its checkpoint without a gap. A row after one that is kept has to be kept too, because
 * the balance of a checkpoint is that of all rows before it.
 * @param rows of any ledgers, in any order
 * @returns the ids of the rows, and the checkpoints after them
 */
export function planCut(
  rows: readonly Movement[],
  checkpoints: ReadonlyMap<string, Pick<LedgerCheckpoint, "seq">>,
): { ids: Set<string>; moved: LedgerCheckpoint[] } {
  const ids = new Set<string>();
  const moved = new Map<string, LedgerCheckpoint>();
  for (const { _id, centerStockId, seq, quantityAfter, at } of rows.toSorted((one, other) => one.seq - other.seq)) {
    const last = moved.get(centerStockId) ?? checkpoints.get(centerStockId);
    if (seq !== (last?.seq ?? 0) + 1) continue;
    ids.add(_id);
    moved.set(centerStockId, { _id: centerStockId, seq, quantity: quantityAfter, at });
  }
  return { ids, moved: [...moved.values()] };
}
