import { Refusal } from "@tenant-ops/kit/errors";
import type { RetentionRules } from "@tenant-ops/kit/retention";
import { type HistoryKindName, historyKinds } from "@tenant-ops/rest";
import type { AnsweredRequest, LaterRules, Retention, RetentionLimits } from "./retentions.types.js";

/** Repeats of a change are answered for so many changes after it. */
const answeredMax = 20;

/** @throws Refusal retention_not_allowed */
export function requireAllowed(rules: RetentionRules, { daysMin, modes }: RetentionLimits): void {
  for (const [kind, { mode, days }] of Object.entries(rules)) {
    if (!modes.includes(mode)) throw createNotAllowed(`${kind}: the operator does not allow ${mode}.`);
    if (days < daysMin)
      throw createNotAllowed(`${kind}: ${days} days are fewer than the ${daysMin} that the operator allows.`);
  }
}

/** What the operator allowed once stays possible: only rules that differ from those before are checked. */
export function listChangedRules(before: RetentionRules, rules: RetentionRules): RetentionRules {
  const isChanged = ([kind, { mode, days }]: [string, RetentionRules[string]]) =>
    before[kind]?.mode !== mode || before[kind].days !== days;
  return Object.fromEntries(Object.entries(rules).filter(isChanged));
}

export function createNotAllowed(sentence: string): Refusal {
  return new Refusal("retention_not_allowed", `${sentence} Nothing was done.`);
}

/**
 * The change that this request has made already; undefined when it is a new one.
 * @throws Refusal idempotency_conflict when the key was sent with something else
 */
export function findAnswered(stored: Retention | null, sent: AnsweredRequest): Retention | undefined {
  const answered = stored?.answered.find(({ key }) => key === sent.key);
  if (!stored || !answered) return undefined;
  if (answered.digest === sent.digest) return stored;
  throw new Refusal("idempotency_conflict", "This idempotency key was used before with other arguments.");
}

interface GivenChange {
  businessId: string;
  version: number;
  rules: RetentionRules;
  keyId: string;
  sent: AnsweredRequest;
  now: Date;
}

/** @throws Refusal retention_changed */
export function planChange(stored: Retention | null, given: GivenChange): Retention {
  const { businessId, version, rules, keyId, sent, now } = given;
  if (version !== (stored?.version ?? 0)) throw createChanged(stored?.version ?? 0);
  const answered = [sent, ...(stored?.answered ?? [])].slice(0, answeredMax);
  return { _id: businessId, version: version + 1, rules, updatedAt: now, updatedBy: keyId, untoldSince: now, answered };
}

/**
 * Rules for services that know a later change than the gateway, whose database was restored from a backup: under a later number than all have.
 * A change that was made since counts as it is. Otherwise the services have what the business chose last, each for its own kinds.
 */
export function planAfterLater(
  stored: Retention,
  later: readonly LaterRules[],
  { isNew, now }: { isNew: boolean; now: Date },
): Retention {
  const version = Math.max(...later.map((one) => one.version)) + 1;
  const isKept = (kind: string) => !later.some(({ service }) => historyKinds[kind as HistoryKindName] === service);
  const kept = Object.entries(stored.rules).filter(([kind]) => isKept(kind));
  const adopted = later.flatMap(({ rules }) => Object.entries(rules));
  return {
    ...stored,
    version,
    rules: isNew ? stored.rules : Object.fromEntries([...kept, ...adopted]),
    untoldSince: now,
  };
}

export function createChanged(version: number): Refusal {
  return new Refusal("retention_changed", `The rules have the version ${version} now. Nothing was done.`);
}
