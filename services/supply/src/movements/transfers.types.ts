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
