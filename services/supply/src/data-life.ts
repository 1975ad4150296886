import type { DataLife } from "@tenant-ops/kit/data";
import { StockLowSchema, WithdrawalApprovedSchema } from "@tenant-ops/proto/supply";

const until = { retention: { kept: "until_deleted" } } as const;
const always = { retention: { kept: "always" } } as const;

/** Who is in the records of supply, and how long they are kept. */
export const dataLife: DataLife = {
  collections: {
    centers: { ...until, personal: "Names of places." },
    stocks: { ...until, personal: "Names of products." },
    centerStocks: { ...until, personal: "Quantities." },
    withdrawals: {
      ...always,
      personal: {
        roles: [
          { identifiedBy: { workerId: ["userId"], email: ["email"] }, details: { ciudad: "", talla: "" } },
          // Who hands the units out, as the caller wrote it.
          { identifiedBy: { entregador: ["userId", "email"] } },
        ],
      },
    },
    stock_movements: { ...always, personal: "Quantities; the withdrawal says who received them." },
    transfers: { ...always, personal: "Quantities and places." },
    withdrawalTypes: { ...until, personal: "Words of the business." },
  },
  events: [WithdrawalApprovedSchema, StockLowSchema],
};
