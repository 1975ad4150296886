/** The list tools take no `limit`. One page holds everything of most businesses; a cursor gives the rest. */
export const listLimit = 500;

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
  /** Of the name, for searches. */
  words: string[];
  createdAt: Date;
  /** Id of the API key that created it. */
  createdBy: string;
}

/** Which items a list shows. */
export interface ItemFilter {
  enabledInRewards?: boolean | undefined;
  /** Only those without stock. */
  soldOut?: boolean | undefined;
  /** Words of the name. */
  search?: string;
}

/** The fields of an item that an update changes. */
export type ItemSettings = Pick<Item, "name" | "description" | "trackStock" | "enabledInRewards">;

/** The plan of an update of an item. */
export interface ItemUpdatePlan {
  before: Item;
  after: Item;
  /** The fields that get another value. */
  changes: Partial<ItemSettings>;
}

/** The plan of a change of the stock of an item. */
export interface ItemStockPlan {
  item: Item;
  addUnits: number;
  stockAfter: number;
}
