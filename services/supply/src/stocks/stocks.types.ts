/** A product before it has an id and a creation time. */
export interface PlannedStock {
  productName: string;
  totalStock: number;
  minStockAlert: number;
  type: string;
}

/** A product of the business's catalogue. */
export interface Stock extends PlannedStock {
  _id: string;
  createdAt: Date;
  /** Id of the API key that created it. */
  createdBy: string;
}
