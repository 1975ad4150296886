import { findByAge, type HistoryKind } from "@tenant-ops/kit/retention";
import { stockMovementHistory } from "./ledger-history.js";

/** Both have ended when they are stored, and only the counters per day are computed from them. */
const listed = (["withdrawals", "transfers"] as const).map((name): HistoryKind => ({
  name,
  collections: [name],
  timeField: "createdAt",
  find: (scope, search) => findByAge(scope, name, search),
}));

/** The kinds of history that a business may have deleted by age. */
export const supplyHistory: readonly HistoryKind[] = [stockMovementHistory, ...listed];
