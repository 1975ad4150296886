import type { BatchAttempt, Database, RecordMemory, Scope } from "@tenant-ops/kit/data";
import { findCenterStocks } from "../center-stocks/center-stocks.store.js";
import { type CenterStock, type StockAtCenter, stockAtCenterKey } from "../center-stocks/center-stocks.types.js";
import { type Center, findCenters } from "../centers/centers.store.js";
import { findStocks, type Stock } from "../stocks/stocks.store.js";
import { findCustomTypes } from "./withdrawals.store.js";
import type { WithdrawalContext } from "./withdrawals.types.js";

/** A withdrawal copies names of products and centers. It may miss a rename by another process for this long. */
const namesMaxAgeMs = 1000;

/** The records of earlier batches of this process. */
export interface WithdrawalMemory {
  centers: RecordMemory<Center>;
  stocks: RecordMemory<Stock>;
  /** `decrementEach` verifies them. */
  centerStocks: RecordMemory<CenterStock>;
}

export const createWithdrawalMemory = (db: Database): WithdrawalMemory => ({
  centers: db.remember("centers", { maxAgeMs: namesMaxAgeMs }),
  stocks: db.remember("stocks", { maxAgeMs: namesMaxAgeMs }),
  centerStocks: db.remember("centerStocks"),
});

/** Like `loadWithdrawalContext`; reads what is not remembered. */
export async function loadRemembered(
  memory: WithdrawalMemory,
  attempt: BatchAttempt,
  scope: Scope,
  requests: readonly StockAtCenter[],
  withCustomTypes: boolean,
): Promise<WithdrawalContext> {
  const { businessId } = scope;
  const pairs = new Map(requests.map((request) => [stockAtCenterKey(request), request]));
  const centerIds = requests.map(({ serviceCenterId }) => serviceCenterId);
  const stockIds = requests.map(({ stockId }) => stockId);
  return {
    centers: await memory.centers.read(attempt, businessId, centerIds, (ids) => findCenters(scope, ids)),
    stocks: await memory.stocks.read(attempt, businessId, stockIds, (ids) => findStocks(scope, ids)),
    centerStocks: await memory.centerStocks.read(attempt, businessId, pairs.keys(), (keys) =>
      findCenterStocks(
        scope,
        [...keys].flatMap((key) => pairs.get(key) ?? []),
      ),
    ),
    customTypes: withCustomTypes ? await findCustomTypes(scope) : [],
  };
}
