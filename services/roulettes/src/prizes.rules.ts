import type { Prize } from "./prizes.store.js";

const unitMs = { hours: 3_600_000, days: 86_400_000 };

/** When a prize won now expires: `time_to_expire` × unit later, or never for types that do not support it. */
export function expiryOf(
  { prizesExpire, timeUnit, timeToExpire }: { prizesExpire: boolean; timeUnit: "hours" | "days"; timeToExpire: number },
  now: Date,
): Date | null {
  return prizesExpire ? new Date(now.getTime() + timeToExpire * unitMs[timeUnit]) : null;
}

/** Whether its time is over though nobody has noted it yet. */
export function isOverdue({ status, expiresAt }: Pick<Prize, "status" | "expiresAt">, now: Date): boolean {
  return status === "won" && expiresAt !== null && expiresAt.getTime() <= now.getTime();
}

/** What claiming does to a prize: won → claimed, or won → expired when it is too late; the other two states are final. */
export function nextOnClaim(prize: Pick<Prize, "status" | "expiresAt">, now: Date): "claim" | "expire" | "nothing" {
  if (isOverdue(prize, now)) return "expire";
  return prize.status === "won" ? "claim" : "nothing";
}
