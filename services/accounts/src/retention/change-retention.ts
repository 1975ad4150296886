import type { Caller } from "@tenant-ops/kit/call";
import type { Database } from "@tenant-ops/kit/data";
import type { RetentionRules } from "@tenant-ops/kit/retention";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import type { Logger } from "@tenant-ops/kit/telemetry";
import {
  createChanged,
  findAnswered,
  listChangedRules,
  planMerge,
  planChange,
  requireAllowed,
} from "./retention.rules.js";
import { requireArchives, sendRules } from "./retention-services.js";
import { findRetention, markDelivered, markNotDelivered, replaceRetention, saveRetention } from "./retentions.store.js";
import type { RequestKey } from "../requests/request-keys.rules.js";
import type { Retention, RetentionLimits, StoredRules } from "./retentions.types.js";

export interface RetentionOptions {
  db: Database;
  clients: RpcClients;
  logger: Logger;
  allowed: RetentionLimits;
}

interface GivenChange {
  version: number;
  rules: RetentionRules;
  caller: Pick<Caller, "businessId" | "keyId">;
  sent: RequestKey;
  /** Of the HTTP request. */
  requestId: string;
}

/**
 * Stores the rules of a business and delivers them to the services. For a service that does not answer, the delivery is repeated later.
 * @throws Refusal retention_changed, retention_not_allowed, idempotency_conflict
 */
export async function changeRetention(
  options: RetentionOptions,
  { version, rules, caller, sent, requestId }: GivenChange,
): Promise<{ stored: Retention; isRepeat: boolean }> {
  const { db, clients } = options;
  const { businessId, keyId } = caller;
  const before = await findRetention(db, businessId);
  const answered = findAnswered(before, sent);
  if (answered) return { stored: answered, isRepeat: true };
  const changed = listChangedRules(before?.rules ?? {}, rules);
  requireAllowed(changed, caller, options.allowed);
  const next = planChange(before, { businessId, version, rules, keyId, sent, now: new Date() });
  await requireArchives(clients, { businessId, requestId }, changed);
  if (!(await saveRetention(db, next))) {
    const stored = await findRetention(db, businessId);
    const repeated = findAnswered(stored, sent);
    if (repeated) return { stored: repeated, isRepeat: true };
    throw createChanged(stored?.version ?? 0);
  }
  return { stored: await deliverRules(options, next), isRepeat: false };
}

/**
 * Delivers rules to all services with history. For a service that does not answer, the delivery is repeated later.
 * @returns the rules that are stored now, without `notDeliveredSince` when every service has them
 */
export async function deliverRules(
  options: RetentionOptions,
  retention: Retention,
  { isAgain = false } = {},
): Promise<Retention> {
  const { db, clients, logger } = options;
  const businessId = retention._id;
  try {
    const { differing, errors } = await sendRules(clients, retention);
    for (const err of errors)
      logger.warn({ err, businessId }, "retention rules not delivered to a service, will retry");
    if (differing.length > 0 && !isAgain) return await mergeAndDeliver(options, retention, differing);
    // Two replicas can deliver different rules at the same moment. The next delivery comes later: such a conflict must not delay the request.
    if (differing.length > 0 || errors.length > 0) return await markNotDelivered(db, retention, new Date());
    await markDelivered(db, retention);
    const { notDeliveredSince: _since, ...delivered } = retention;
    return delivered;
  } catch (err) {
    logger.warn({ err, businessId }, "delivery of retention rules failed, will retry");
    return retention;
  }
}

/** Services have other rules than accounts: stores the merged rules and delivers them. When this fails, the delivery is repeated later. */
async function mergeAndDeliver(
  options: RetentionOptions,
  retention: Retention,
  differing: readonly StoredRules[],
): Promise<Retention> {
  const { db, logger } = options;
  const next = planMerge(retention, differing, new Date());
  const versions = Object.fromEntries(differing.map(({ service, version }) => [service, version]));
  const details = { businessId: retention._id, version: retention.version, next: next.version, versions };
  logger.warn(details, "services have other retention rules than accounts");
  if (await replaceRetention(db, retention, next)) return deliverRules(options, next, { isAgain: true });
  // Another change, or the delivery of another replica, was stored first.
  return (await findRetention(db, retention._id)) ?? retention;
}
