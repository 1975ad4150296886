import { createHmac } from "node:crypto";
import { dayMs } from "@tenant-ops/kit/data";
import { invalid, Refusal } from "@tenant-ops/kit/errors";
import type { Actor, ActorKind } from "./offboardings.types.js";

/** Identifies the requester in a receipt by a keyed hash. Without the key, it cannot be reversed by trying names. */
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
  if (graceDays !== undefined && askedMs < leastMs) {
    const min = Math.ceil(leastMs / dayMs);
    throw invalid("graceDays", `must be at least ${min}; leave it out for the least time`, "too_small", { min });
  }
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

/**
 * The version of a new request. It is greater than any version that a process can have stored, also when earlier requests are not stored any more,
 * because processes ignore lower versions.
 */
export function chooseVersion(now: Date, last = 0): number {
  return Math.max(last + 1, Math.floor(now.getTime() / 1000));
}
