import { createHmac } from "node:crypto";
import { dayMs } from "@tenant-ops/kit/data";
import { invalid, Refusal } from "@tenant-ops/kit/errors";
import type { Actor, ActorKind, Offboarding } from "./offboardings.types.js";

/** Names who asked in a receipt. Without the key, names cannot be tried until one has this hash. */
export function toActor(pepper: Buffer, businessId: string, kind: ActorKind, name: string): Actor {
  const text = JSON.stringify(["offboarding", businessId, kind, name]);
  return { kind, hash: createHmac("sha256", pepper).update(text).digest("base64url") };
}

/**
 * When the deletion begins.
 * @throws Refusal invalid_argument for a grace period below that of the settings
 */
export function planDeletion(now: Date, graceSeconds: number, graceDays: number | undefined): Date {
  const askedMs = (graceDays ?? 0) * dayMs;
  const leastMs = graceSeconds * 1000;
  if (graceDays !== undefined && askedMs < leastMs)
    throw invalid("graceDays", `must be at least ${Math.ceil(leastMs / dayMs)}; leave it out for the least time`);
  return new Date(now.getTime() + Math.max(askedMs, leastMs));
}

/** @throws Refusal offboarding_not_confirmed */
export function requireConfirmed(name: string, confirmName: string): void {
  if (name === confirmName) return;
  throw new Refusal(
    "offboarding_not_confirmed",
    "confirmName is not the name of the business. Nothing was done. Read the preview and send the name that it shows.",
  );
}

/** A deletion is complete when a pass has found nothing that began after every process had stopped writing. */
export function isLastPass({ deletion }: Offboarding, deletedInPass: number, settleMs: number): boolean {
  if (!deletion || deletedInPass > 0) return false;
  return deletion.passStartedAt.getTime() >= deletion.startedAt.getTime() + settleMs;
}

/**
 * The number of a new request, greater than any that a process can have stored: also when earlier requests are not stored any more. Processes
 * ignore lower numbers.
 */
export function chooseVersion(now: Date, last = 0): number {
  return Math.max(last + 1, Math.floor(now.getTime() / 1000));
}
