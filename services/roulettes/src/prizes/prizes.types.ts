import type { DateRange } from "@tenant-ops/kit/data";
import type { VisitorRegistration } from "@tenant-ops/kit/pages";
import type { DrawnGift } from "../gifts/gifts.types.js";

export const prizeStatuses = ["won", "claimed", "expired"] as const;

/** A prize that a user won. The status goes from `won` to `claimed` or `expired`, and never back. */
export interface Prize {
  _id: string;
  spinId: string;
  rouletteId: string;
  userId: string;
  gift: DrawnGift;
  itemId?: string;
  /** The code that the winner shows to get the prize, unique within the business. */
  code: string;
  /** Of the visitor and of the code, for searches. */
  words: string[];
  /** Of a prize that was won on the page. */
  registration?: VisitorRegistration;
  status: (typeof prizeStatuses)[number];
  createdAt: Date;
  /** null means never. */
  expiresAt: Date | null;
  claimedAt: Date | null;
  expiredAt: Date | null;
}

export interface PrizeFilter {
  userId?: string | undefined;
  rouletteId?: string | undefined;
  code?: string | undefined;
  /** Words of the visitor's name or contact, or of the code. */
  search?: string | undefined;
  status?: Prize["status"] | undefined;
  wonAt?: DateRange;
}

/** When a prize must be checked for expiry. Timers of all businesses are stored in one collection, so one query finds the due ones. */
export interface PrizeTimer {
  /** Id of the prize. */
  _id: string;
  businessId: string;
  dueAt: Date;
}
