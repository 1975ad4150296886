import type { CenterStock } from "../center-stocks/center-stocks.types.js";
import type { Center } from "../centers/centers.store.js";
import type { Stock } from "../stocks/stocks.store.js";

/** The records that one withdrawal request names. A record is null when this business has none with that id. */
export interface WithdrawalFacts {
  center: Center | null;
  stock: Stock | null;
  /** As it is before the withdrawal; null when the center does not keep the product. */
  centerStock: CenterStock | null;
  /** The withdrawal types that the business has added to the standard ones. */
  customTypes: readonly string[];
}

/** The records that several withdrawal requests name, read together. */
export interface WithdrawalContext {
  centers: Map<string, Center>;
  stocks: Map<string, Stock>;
  /** Keyed by `stockAtCenterKey`. Within a batch, each planned withdrawal lowers `currentStock` here for the next one. */
  centerStocks: Map<string, CenterStock>;
  customTypes: readonly string[];
}

/** What a withdrawal does. Names are copied as they are now, so that the history stays true after a rename. */
export interface WithdrawalPlan {
  stockId: string;
  productName: string;
  serviceCenterId: string;
  serviceCenterName: string;
  workerId: string;
  email: string;
  quantity: number;
  withdrawalType: string;
  entregador: string;
  tipoEntrega: string;
  ciudad: string;
  talla: string;
  stockBefore: number;
  stockAfter: number;
  leavesLowStock: boolean;
}

/** A withdrawal that was carried out, as it is stored. */
export interface Withdrawal extends Omit<WithdrawalPlan, "leavesLowStock"> {
  _id: string;
  status: "delivered";
  createdAt: Date;
  /** Id of the API key that approved it. */
  createdBy: string;
  requestId: string;
}

/** Absent fields do not filter. */
export type WithdrawalFilter = Partial<Pick<Withdrawal, "serviceCenterId" | "stockId" | "workerId" | "withdrawalType">>;
