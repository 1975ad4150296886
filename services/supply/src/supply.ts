import { analyticsIndexes } from "@tenant-ops/kit/data";
import { defineService } from "@tenant-ops/kit/process";
import { SupplyService } from "@tenant-ops/proto/supply";
import { routes } from "@tenant-ops/rest";
import { centerStockHttp } from "./center-stocks/center-stocks.http.js";
import { centerStockRpcs } from "./center-stocks/center-stocks.rpc.js";
import { centerStockIndexes } from "./center-stocks/center-stocks.store.js";
import { centerHttp } from "./centers/centers.http.js";
import { centerRpcs } from "./centers/centers.rpc.js";
import { centerIndexes } from "./centers/centers.store.js";
import { ledgerAudits } from "./ledger/ledger-audit.js";
import { config } from "./config.js";
import { analytics, countSources, dailyCountHttp } from "./daily-counts.js";
import { dataLife } from "./data-life.js";
import { supplyHistory } from "./ledger/history.js";
import { ledgerCheckpointCollection, ledgerCheckpointIndexes } from "./ledger/ledger-checkpoints.store.js";
import { migrations } from "./migrations/migrations.js";
import { movementHttp } from "./movements/movements.http.js";
import { movementRpcs } from "./movements/movements.rpc.js";
import { movementIndexes } from "./movements/movements.store.js";
import { createSupplyQuotas } from "./quotas.js";
import { retentionIndexes, retentionShared } from "@tenant-ops/kit/retention";
import { supplyResources } from "./resources.js";
import { stockHttp } from "./stocks/stocks.http.js";
import { stockRpcs } from "./stocks/stocks.rpc.js";
import { stockIndexes } from "./stocks/stocks.store.js";
import { transferHttp } from "./movements/transfers.http.js";
import { transferIndexes } from "./movements/transfers.store.js";
import { withdrawalTypeHttp } from "./withdrawals/withdrawal-types.http.js";
import { createApproveWithdrawal } from "./withdrawals/withdrawals.batch.js";
import { withdrawalHttp } from "./withdrawals/withdrawals.http.js";
import { withdrawalRpcs } from "./withdrawals/withdrawals.rpc.js";
import { withdrawalIndexes } from "./withdrawals/withdrawals.store.js";

/** The supply service: its collections, rpcs, resources and REST routes. */
export const supply = defineService({
  name: "supply",
  api: SupplyService,
  config,
  life: dataLife,
  indexes: {
    centers: centerIndexes,
    stocks: stockIndexes,
    centerStocks: centerStockIndexes,
    withdrawals: withdrawalIndexes,
    stock_movements: movementIndexes,
    transfers: transferIndexes,
    // One record per business, found by its id.
    withdrawalTypes: [],
    [ledgerCheckpointCollection]: ledgerCheckpointIndexes,
    ...analyticsIndexes,
    ...retentionIndexes,
  },
  shared: retentionShared,
  history: supplyHistory,
  migrations,
  audits: { records: ledgerAudits, counts: countSources },
  analytics: () => analytics,
  setup: ({ config, db }) => ({
    quotas: createSupplyQuotas(config),
    approveWithdrawal: createApproveWithdrawal(db),
  }),
  // The type requires every rpc of SupplyService, so a missing one does not compile.
  rpcs: ({ db, quotas, approveWithdrawal }) => ({
    ...centerRpcs(db, quotas.centers),
    ...stockRpcs(db, quotas.stocks),
    ...centerStockRpcs(db, quotas.centerStocks),
    ...withdrawalRpcs(db, approveWithdrawal),
    ...movementRpcs(db),
  }),
  resources: ({ db }) => supplyResources(db),
  contract: routes,
  http: (app, { db, quotas, approveWithdrawal }) => {
    stockHttp(app, db, quotas.stocks);
    centerHttp(app, db, quotas.centers);
    centerStockHttp(app, db, quotas.centerStocks);
    movementHttp(app, db);
    transferHttp(app, db);
    withdrawalHttp(app, db, approveWithdrawal);
    withdrawalTypeHttp(app, db);
    dailyCountHttp(app, db);
  },
});
