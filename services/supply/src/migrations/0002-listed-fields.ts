import type { Migration } from "@tenant-ops/kit/data";
import { ratedStock } from "../center-stocks/center-stocks.store.js";

/** Builds from before 2026-11-22 stored neither; lists that filter by one of them leave such records out. */
export const listedFields: Migration = {
  version: 2,
  change: "Every center stock has what lists of alerts read, and every row of the ledger its product and center.",
  versionBefore: "It writes both and reads what it knows.",
  indexes: "9ca1a671a35a06f3",
  up: async ({ changeRecords }) => {
    await changeRecords({
      collection: "centerStocks",
      filter: { belowAlert: null },
      fields: [],
      toUpdate: () => [{ $set: ratedStock }],
    });
    await changeRecords({
      collection: "stock_movements",
      filter: { stockId: null },
      fields: ["centerStockId"],
      reference: { collection: "centerStocks", field: "centerStockId", fields: ["stockId", "serviceCenterId"] },
      toUpdate: (_, { stockId, serviceCenterId }) => ({ $set: { stockId, serviceCenterId } }),
    });
  },
};
