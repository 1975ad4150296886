/** A physical prize item before it has an id and a creation time. */
export interface PlannedItem {
  name: string;
  availableStock: number;
  enabledInRewards: boolean;
  description: string;
  currency: string;
  trackStock: boolean;
  country: string;
}

/** A physical prize item. */
export interface Item extends PlannedItem {
  _id: string;
  createdAt: Date;
  /** Id of the API key that created it. */
  createdBy: string;
}
