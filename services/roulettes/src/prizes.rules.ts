import type { Prize } from "./prizes.types.js";

const unitMs = { hours: 3_600_000, days: 86_400_000 };

/** `time_to_expire` × `time_unit` after `now`, or null (never) when the type of the roulette does not support expiry. */
export function calculateExpiry(
  { prizesExpire, timeUnit, timeToExpire }: { prizesExpire: boolean; timeUnit: "hours" | "days"; timeToExpire: number },
  now: Date,
): Date | null {
  return prizesExpire ? new Date(now.getTime() + timeToExpire * unitMs[timeUnit]) : null;
}

/** Whether the prize is still `won` although its time is over. */
export function isOverdue({ status, expiresAt }: Pick<Prize, "status" | "expiresAt">, now: Date): boolean {
  return status === "won" && expiresAt !== null && expiresAt.getTime() <= now.getTime();
}

/** What a claim changes: won → claimed, or won → expired when the time is over. `claimed` and `expired` are final. */
export function decideClaim(prize: Pick<Prize, "status" | "expiresAt">, now: Date): "claim" | "expire" | "nothing" {
  if (isOverdue(prize, now)) return "expire";
  return prize.status === "won" ? "claim" : "nothing";
}
