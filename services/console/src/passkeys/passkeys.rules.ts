import { Refusal, refused } from "@tenant-ops/kit/errors";
import { requireProof } from "@tenant-ops/kit/http";
import type { Passkey, Person } from "../people/people.rules.js";
import type { Session } from "../sessions/sessions.rules.js";

/** A person has at most this many. */
export const passkeysMax = 20;

// Order matters: Edge also says Chrome, and Chrome also says Safari.
const browsers: readonly [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrom(e|ium)\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

/** The name of a new passkey, such as `Chrome, Windows`. */
export function describeBrowser(userAgent = ""): string {
  const find = (list: readonly [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [find(browsers), find(systems)].filter(Boolean).join(", ") || "Passkey";
}

/**
 * The first passkey of a person who signed in with a link needs no further proof: the link was the proof, and the person has no other.
 * @throws Refusal step_up_required, quota_exceeded
 */
export function requireMayAdd({ passkeys = [] }: Person, session: Session): void {
  const isFirst = passkeys.length === 0 && session.startedBy === "link";
  if (!isFirst) requireProof(session);
  if (passkeys.length >= passkeysMax) throw createQuotaExceeded();
}

export const createQuotaExceeded = () =>
  refused("quota_exceeded", `A person has at most ${passkeysMax} passkeys. Delete one that you do not use.`, {
    max: passkeysMax,
  });

/** @throws Refusal passkey_missing */
export function requirePasskeys({ passkeys = [] }: Person): Passkey[] {
  if (passkeys.length > 0) return passkeys;
  throw new Refusal("passkey_missing", "You have no passkey yet. Add one under Profile, or sign in again.");
}

/** @throws Refusal passkey_not_found */
export function requirePasskey({ passkeys = [] }: Pick<Person, "passkeys">, passkeyId: string): Passkey {
  const found = passkeys.find(({ _id }) => _id === passkeyId);
  if (!found) throw new Refusal("passkey_not_found", "You have no such passkey.");
  return found;
}

/** Why a passkey of this person was not deleted. @throws Refusal passkey_not_found */
export function refuseDeletion(person: Person, passkeyId: string): Refusal {
  requirePasskey(person, passkeyId);
  return new Refusal("last_passkey", "This is your only passkey. Add another one before you delete it.");
}
