import { analyticsLife, type DataLife } from "@tenant-ops/kit/data";
import { retentionLife } from "@tenant-ops/kit/retention";
import { StockLowSchema, WithdrawalApprovedSchema } from "@tenant-ops/proto/supply";

const until = { retention: { kept: "until_deleted" } } as const;
const always = { retention: { kept: "always" } } as const;
const byRule = <Kind extends string>(kind: Kind) => ({ retention: { kept: "by_rule", kind } }) as const;

/** Who is in the records of supply, and how long they are kept. */
export const dataLife: DataLife = {
  collections: {
    centers: { ...until, personal: "Names of places." },
    stocks: { ...until, personal: "Names of products." },
    centerStocks: { ...until, personal: "Quantities." },
    withdrawals: {
      ...byRule("withdrawals"),
      personal: {
        roles: [
          { identifiedBy: { workerId: ["userId"], email: ["email"] }, details: { ciudad: "", talla: "" } },
          // The person who hands the units out, as the caller wrote the name.
          { identifiedBy: { entregador: ["userId", "email"] } },
        ],
      },
    },
    stock_movements: { ...byRule("stockMovements"), personal: "Quantities; the withdrawal says who received them." },
    transfers: { ...byRule("transfers"), personal: "Quantities and places." },
    withdrawalTypes: { ...until, personal: "Words of the business." },
    ledgerCheckpoints: { ...always, personal: "Quantities." },
    ...analyticsLife,
    ...retentionLife,
  },
  events: [WithdrawalApprovedSchema, StockLowSchema],
};
