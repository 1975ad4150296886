import { conflict, invalid, notFound, type Refusal } from "@tenant-ops/kit/errors";
import type { VisitorRegistration } from "@tenant-ops/kit/pages";
import type { PreviewReview } from "@tenant-ops/kit/rpc";
import { say } from "@tenant-ops/kit/texts";
import { roulettesSentences as sentences } from "@tenant-ops/proto/sentences/roulettes";
import type { DrawnGift } from "../gifts/gifts.rules.js";

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

const unitMs = { hours: 3_600_000, days: 86_400_000 };

/** `time_to_expire` × `time_unit` after `now`, or null (never) when the type of the roulette does not support expiry. */
export function calculateExpiry(
  { prizesExpire, timeUnit, timeToExpire }: { prizesExpire: boolean; timeUnit: "hours" | "days"; timeToExpire: number },
  now: Date,
): Date | null {
  return prizesExpire ? new Date(now.getTime() + timeToExpire * unitMs[timeUnit]) : null;
}

/** Whether the prize is still `won` although its expiry time has passed. */
export function isOverdue({ status, expiresAt }: Pick<Prize, "status" | "expiresAt">, now: Date): boolean {
  return status === "won" && expiresAt !== null && expiresAt.getTime() <= now.getTime();
}

/** A prize as callers see it: overdue ones are expired, also before the expiry task has stored it. */
export function toCurrentPrize(prize: Prize, now: Date): Prize {
  return isOverdue(prize, now) ? { ...prize, status: "expired", expiredAt: prize.expiresAt } : prize;
}

/** What a claim changes: won → claimed, or won → expired when the time is over. `claimed` and `expired` are final. */
export function decideClaim(prize: Pick<Prize, "status" | "expiresAt">, now: Date): "claim" | "expire" | "nothing" {
  if (isOverdue(prize, now)) return "expire";
  return prize.status === "won" ? "claim" : "nothing";
}

/**
 * The list of prizes about to expire has an index for its order, and none for further filters.
 * @throws Refusal invalid_argument
 */
export function requireNoOtherFilter(others: Readonly<Record<string, string | undefined>>): void {
  const name = Object.keys(others).find((other) => others[other]);
  if (name) throw invalid("expiresBefore", `it goes with no other filter; leave out ${name}.`);
}

/** @throws Refusal prize_not_found */
export function requirePrize(found: Prize | null, prizeId: string): Prize {
  if (!found) throw notFound("prize", prizeId, { listWith: "roulettes_list_prizes" });
  return found;
}

/** @throws Refusal prize_expired for a prize that is expired or overdue */
export function requireNotExpired(prize: Prize, now: Date): void {
  if (prize.status === "expired" || isOverdue(prize, now)) throw prizeExpired(prize.expiresAt?.toISOString());
}

export function prizeExpired(expiresAt: string | null | undefined): Refusal {
  return conflict("prize_expired", `The prize expired at ${expiresAt}.`);
}

/** The checks and warnings of the preview of a claim, for a prize that is not expired. */
export function reviewClaim({ status, claimedAt, expiresAt, gift, userId, registration }: Prize): PreviewReview {
  const isFirst = status === "won";
  const detail = isFirst
    ? say(sentences.not_claimed)
    : say(sentences.claimed_at, { time: String(claimedAt?.toISOString()) });
  // Nothing proves a name: a code proves a phone, an identity provider an e-mail address or an account.
  const name = registration?.fullName;
  const { value } = gift;
  const gets = name
    ? say(sentences.visitor_gets, { name, gift: value })
    : say(sentences.user_gets, { user: userId, gift: value });
  const warnings = [isFirst ? gets : say(sentences.claimed_before)];
  if (isFirst && expiresAt) warnings.push(say(sentences.claimable_until, { time: expiresAt.toISOString() }));
  return { checks: [{ name: "not_claimed_yet", ok: isFirst, detail }], warnings };
}
