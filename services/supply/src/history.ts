import { findByAge, type HistoryKind } from "@tenant-ops/kit/retention";
import { stockMovementHistory } from "./ledger-history.js";

/** Both are stored when they have ended already, and nothing is computed from them but the counters per day. */
const listed = (["withdrawals", "transfers"] as const).map((name): HistoryKind => ({
  name,
  collections: [name],
  timeField: "createdAt",
  find: (scope, search) => findByAge(scope, name, search),
}));

/** What a business may let go by its age. */
export const supplyHistory: readonly HistoryKind[] = [stockMovementHistory, ...listed];
