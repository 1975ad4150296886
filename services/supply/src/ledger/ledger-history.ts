import type { Scope } from "@tenant-ops/kit/data";
import type { FoundHistory, HistoryGroup, HistoryKind, HistorySearch } from "@tenant-ops/kit/retention";
import { findNextCenterStocks } from "../center-stocks/center-stocks.store.js";
import { planCut } from "./ledger-history.rules.js";
import { findCheckpoints, saveCheckpoints } from "./ledger-checkpoints.store.js";
import { findRowsAfter, hasRowBefore } from "../movements/movements.store.js";
import type { Movement } from "../movements/movements.store.js";

/** How many ledgers one search reads. */
const ledgersPerSearch = 20;
const collection = "stock_movements";

/** Where the next search starts: after this row of this ledger, and then in the ledgers after it. */
interface Position {
  createdAt: string;
  centerStockId: string;
  /** 0 when the ledger was read to its end, or to its first row that is not old enough. */
  seq: number;
}

/**
 * The rows of a ledger are deleted from its beginning. A checkpoint keeps the balance after the last deleted row; the audit of the ledger starts from
 * it.
 */
export const stockMovementHistory: HistoryKind = {
  name: "stockMovements",
  collections: [collection],
  timeField: "at",
  find: findOldRows,
  async onRemove(scope, groups) {
    const rows = groups.map(readRow);
    const checkpoints = await findCheckpoints(scope, new Set(rows.map(({ centerStockId }) => centerStockId)));
    const { ids, moved } = planCut(rows, checkpoints);
    await saveCheckpoints(scope, moved);
    return groups.filter(([{ record }]) => ids.has(record._id));
  },
};

const readRow = ([{ record }]: HistoryGroup): Movement => record as unknown as Movement;

async function findOldRows(scope: Scope, { before, after, limit }: HistorySearch): Promise<FoundHistory> {
  // One query instead of reading all ledgers, of which a business can have many: often no row is old enough.
  if (after === "" && !(await hasRowBefore(scope, before))) return { groups: [], next: undefined };
  const from = after === "" ? undefined : (JSON.parse(after) as Position);
  const current = from && from.seq > 0 ? [{ _id: from.centerStockId, createdAt: new Date(from.createdAt) }] : [];
  const ledgers = [...current, ...(await findNextCenterStocks(scope, from, ledgersPerSearch))];
  const checkpoints = await findCheckpoints(
    scope,
    ledgers.map(({ _id }) => _id),
  );
  const groups: HistoryGroup[] = [];
  for (const [index, { _id, createdAt }] of ledgers.entries()) {
    const start = index === 0 && current.length > 0 ? (from?.seq ?? 0) : (checkpoints.get(_id)?.seq ?? 0);
    const room = limit - groups.length;
    const rows = await findRowsAfter(scope, _id, start, room);
    const firstYoung = rows.findIndex(({ at }) => at >= before);
    const old = firstYoung === -1 ? rows : rows.slice(0, firstYoung);
    groups.push(...old.map((record): HistoryGroup => [{ collection, record }]));
    const seq = old.length === room ? (old.at(-1)?.seq ?? 0) : 0;
    const position: Position = { createdAt: createdAt.toISOString(), centerStockId: _id, seq };
    if (groups.length >= limit) return { groups, next: JSON.stringify(position) };
  }
  const last = ledgers.at(-1);
  const isEnd = ledgers.length - current.length < ledgersPerSearch || !last;
  const next = { createdAt: last?.createdAt.toISOString(), centerStockId: last?._id, seq: 0 };
  return { groups, next: isEnd ? undefined : JSON.stringify(next) };
}
