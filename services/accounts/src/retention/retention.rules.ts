import { type Caller, isSandboxId } from "@tenant-ops/kit/call";
import { Refusal } from "@tenant-ops/kit/errors";
import type { RetentionRules } from "@tenant-ops/kit/retention";
import { type HistoryKindName, historyKinds } from "@tenant-ops/rest/accounts";
import { type RequestKey, requireSame } from "../requests/request-keys.rules.js";
import type { Retention, RetentionLimits, StoredRules } from "./retentions.types.js";

/** A repeat of a change is recognised until this many later changes. */
const answeredMax = 20;

/**
 * The same for a preview and for a change.
 * @param rules those that the business does not have yet
 * @throws Refusal retention_not_allowed
 */
export function requireAllowed(
  rules: RetentionRules,
  { businessId }: Pick<Caller, "businessId">,
  { daysMin, modes }: RetentionLimits,
): void {
  if (isSandboxId(businessId)) throw createNotAllowed("A sandbox keeps its data until it is emptied.");
  for (const [kind, { mode, days }] of Object.entries(rules)) {
    if (!modes.includes(mode)) throw createNotAllowed(`${kind}: the operator does not allow ${mode}.`);
    if (days < daysMin)
      throw createNotAllowed(`${kind}: ${days} days are fewer than the ${daysMin} that the operator allows.`);
  }
}

/** The rules that differ from the stored ones. Only these are checked, so that stored rules stay valid when the operator allows less. */
export function listChangedRules(before: RetentionRules, rules: RetentionRules): RetentionRules {
  const isChanged = ([kind, { mode, days }]: [string, RetentionRules[string]]) =>
    before[kind]?.mode !== mode || before[kind].days !== days;
  return Object.fromEntries(Object.entries(rules).filter(isChanged));
}

function areSame(some: RetentionRules, others: RetentionRules): boolean {
  return [listChangedRules(some, others), listChangedRules(others, some)].every((one) => Object.keys(one).length === 0);
}

export function createNotAllowed(sentence: string): Refusal {
  return new Refusal("retention_not_allowed", `${sentence} Nothing was done.`);
}

/**
 * The stored rules when this request was answered before; undefined for a new request.
 * @throws Refusal idempotency_conflict when the key was sent before with other arguments
 */
export function findAnswered(stored: Retention | null, sent: RequestKey): Retention | undefined {
  if (!stored?.answered.some(({ key }) => key === sent.key)) return undefined;
  requireSame({ keys: stored.answered }, sent);
  return stored;
}

interface GivenChange {
  businessId: string;
  version: number;
  rules: RetentionRules;
  keyId: string;
  sent: RequestKey;
  now: Date;
}

/** @throws Refusal retention_changed */
export function planChange(stored: Retention | null, given: GivenChange): Retention {
  const { businessId, version, rules, keyId, sent, now } = given;
  if (version !== (stored?.version ?? 0)) throw createChanged(stored?.version ?? 0);
  const answered = [sent, ...(stored?.answered ?? [])].slice(0, answeredMax);
  const updatedAt = new Date(Math.max(now.getTime(), findLastChoice(stored) + 1));
  const who = { _id: businessId, updatedAt, updatedBy: keyId };
  return { ...who, version: version + 1, rules, chosenAt: {}, notDeliveredSince: now, answered };
}

/** The clocks of two replicas can differ: with this, a later change always has a later time. */
const findLastChoice = (stored: Retention | null): number =>
  stored ? Math.max(...[stored.updatedAt, ...Object.values(stored.chosenAt)].map(Number)) : 0;

/** When the business chose the rules of this service. */
export const findChosenAt = ({ chosenAt, updatedAt }: Retention, service: string): Date =>
  chosenAt[service] ?? updatedAt;

const isOfService = (service: string) => (kind: string) => historyKinds[kind as HistoryKindName] === service;

/**
 * Whether a service has the rules that were delivered. The version alone does not say so: one change from before a restore of accounts and
 * another after it can have the same version.
 */
export function hasDeliveredRules({ version, rules }: Retention, { service, ...answer }: StoredRules): boolean {
  const isOwnKind = isOfService(service);
  const delivered = Object.fromEntries(Object.entries(rules).filter(([kind]) => isOwnKind(kind)));
  return answer.version === version && areSame(answer.rules, delivered);
}

/**
 * Merges the rules of accounts and of services that have other rules, after the database of accounts was restored from a backup. The version
 * is later than all present ones. For the kinds of each service, the latest choice of the business is used: one from before the restore is stored
 * in the service, one from after it in accounts.
 */
export function planMerge(stored: Retention, differing: readonly StoredRules[], now: Date): Retention {
  const version = Math.max(stored.version, ...differing.map((one) => one.version)) + 1;
  const later = differing.filter((one) => isChosenLater(stored, one));
  const isKept = (kind: string) => !later.some(({ service }) => isOfService(service)(kind));
  const kept = Object.entries(stored.rules).filter(([kind]) => isKept(kind));
  const adopted = later.flatMap(({ rules }) => Object.entries(rules));
  const chosenAt = later.map((one) => [one.service, one.chosenAt] as const);
  return {
    ...stored,
    version,
    rules: Object.fromEntries([...kept, ...adopted]),
    chosenAt: { ...stored.chosenAt, ...Object.fromEntries(chosenAt) },
    notDeliveredSince: stored.notDeliveredSince ?? now,
  };
}

const isChosenLater = (stored: Retention, { service, chosenAt }: StoredRules): boolean =>
  chosenAt > findChosenAt(stored, service);

export function createChanged(version: number): Refusal {
  return new Refusal("retention_changed", `The rules have the version ${version} now. Nothing was done.`);
}
