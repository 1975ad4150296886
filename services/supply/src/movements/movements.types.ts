/** Units that were moved from one center to another. Its two ledger rows have its id as `ref`. */
export interface Transfer {
  _id: string;
  stockId: string;
  fromCenterId: string;
  toCenterId: string;
  quantity: number;
  note: string;
  /** What each center held afterwards. */
  fromStockAfter: number;
  toStockAfter: number;
  createdAt: Date;
  /** Id of the API key. */
  createdBy: string;
}

/** Why a center stock changed. Every ledger begins with an `initial` row, also when the initial quantity is 0. */
export type MovementReason = (typeof movementReasons)[number];

export const movementReasons = ["initial", "withdrawal", "receiving", "transfer", "count"] as const;

export function isMovementReason(text: string): text is MovementReason {
  return movementReasons.some((reason) => reason === text);
}

/** One row of a ledger. Rows are never changed. The deltas of a center stock always add up to its `currentStock`. */
export interface Movement {
  _id: string;
  centerStockId: string;
  /** The product and the center of the center stock, which never change. */
  stockId: string;
  serviceCenterId: string;
  /** 1, 2, 3 … per center stock, without gaps. */
  seq: number;
  /** Units added; negative when units were taken away. */
  delta: number;
  quantityAfter: number;
  reason: MovementReason;
  /** Id of the withdrawal, receiving, transfer (two rows) or count; for `initial`, of the center stock itself. */
  ref: string;
  note?: string;
  /** Id of the API key. */
  actor: string;
  at: Date;
}
