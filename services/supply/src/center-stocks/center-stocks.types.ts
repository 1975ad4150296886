import type { WriteScope } from "@tenant-ops/kit/data";
import type { Movement, MovementReason } from "../movements/movements.types.js";

export type Criticality = "low" | "medium" | "high";

/** A center stock before it has an id and a creation time. */
export interface PlannedCenterStock {
  stockId: string;
  serviceCenterId: string;
  currentStock: number;
  minStockAlert: number;
  criticality: Criticality;
}

/** What one center holds of one product. */
export interface CenterStock extends PlannedCenterStock {
  _id: string;
  /** Whether `currentStock` is below `minStockAlert`; stored for lists, as the two fields that order the alerts. */
  belowAlert: boolean;
  /** Of the criticality: 0 is the highest. */
  rank: number;
  /** The quantity as a share of the alert; 1 while the stock is not low. */
  fill: number;
  /** Number of rows in its ledger, which is also the `seq` of the last row. */
  movements: number;
  createdAt: Date;
  /** Id of the API key that created it. */
  createdBy: string;
}

/** A product at a center. There is at most one center stock for each pair. */
export interface StockAtCenter {
  stockId: string;
  serviceCenterId: string;
}

/** The key of a pair in a map. */
export function stockAtCenterKey({ stockId, serviceCenterId }: StockAtCenter): string {
  return `${stockId}|${serviceCenterId}`;
}

/** Why a quantity changes. */
export interface ChangeReason {
  reason: Exclude<MovementReason, "initial">;
  /** Id of the withdrawal, receiving, transfer or count that the change belongs to. */
  ref: string;
  note?: string;
}

/** The units to add (negative: to take away), or the counted quantity. */
export type QuantityChange = { by: number } | { to: number };

/** A change that was carried out: the center stock before it, and the quantity after it. */
export interface StockChange {
  before: CenterStock;
  delta: number;
  stockAfter: number;
  /** The row of the ledger. */
  movement: Movement;
}

/** The units that one withdrawal takes. Several of them share a transaction. */
export interface StockDecrement {
  /** Scope of the call that asked for the withdrawal. */
  scope: WriteScope;
  /** The center stock after all earlier decrements of the same batch. */
  before: CenterStock;
  after: CenterStock;
  change: ChangeReason;
}

/** Quantities are int32 in the contract. A larger one could be stored and could not be returned. */
export const unitsMax = 2_147_483_647;
