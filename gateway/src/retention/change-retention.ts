import type { Database } from "@tenant-ops/kit/data";
import type { RetentionRules } from "@tenant-ops/kit/retention";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import type { Logger } from "@tenant-ops/kit/telemetry";
import type { Tenant } from "../tenant/tenant.js";
import {
  createChanged,
  findAnswered,
  listChangedRules,
  planAfterOthers,
  planChange,
  requireAllowed,
} from "./retention.rules.js";
import { requireArchives, tellEverywhere } from "./retention-services.js";
import { findRetention, markDelivered, markNotDelivered, replaceRetention, saveRetention } from "./retentions.store.js";
import type { AnsweredRequest, Retention, RetentionLimits, StoredRules } from "./retentions.types.js";

export interface RetentionOptions {
  db: Database;
  clients: RpcClients;
  logger: Logger;
  allowed: RetentionLimits;
}

interface GivenChange {
  version: number;
  rules: RetentionRules;
  tenant: Tenant;
  sent: AnsweredRequest;
  /** Of the HTTP request. */
  requestId: string;
}

/**
 * Stores the rules of a business, and tells the services. One that cannot be told now is told later.
 * @throws Refusal retention_changed, retention_not_allowed, idempotency_conflict
 */
export async function changeRetention(
  options: RetentionOptions,
  { version, rules, tenant, sent, requestId }: GivenChange,
): Promise<{ stored: Retention; isRepeat: boolean }> {
  const { db, clients } = options;
  const { businessId, keyId } = tenant;
  const before = await findRetention(db, businessId);
  const answered = findAnswered(before, sent);
  if (answered) return { stored: answered, isRepeat: true };
  const changed = listChangedRules(before?.rules ?? {}, rules);
  requireAllowed(changed, tenant, options.allowed);
  const next = planChange(before, { businessId, version, rules, keyId, sent, now: new Date() });
  await requireArchives(clients, { businessId, requestId }, changed);
  if (!(await saveRetention(db, next))) {
    const stored = await findRetention(db, businessId);
    const repeated = findAnswered(stored, sent);
    if (repeated) return { stored: repeated, isRepeat: true };
    throw createChanged(stored?.version ?? 0);
  }
  return { stored: await tellServices(options, next), isRepeat: false };
}

/**
 * Also when a service does not answer, the others are told, and it is told later.
 * @returns the rules as they are now, without `notDeliveredSince` when every service has them
 */
export async function tellServices(
  options: RetentionOptions,
  retention: Retention,
  { isAgain = false } = {},
): Promise<Retention> {
  const { db, clients, logger } = options;
  const businessId = retention._id;
  try {
    const { others, errors } = await tellEverywhere(clients, retention);
    for (const err of errors)
      logger.warn({ err, businessId }, "a service was not told how long history is kept, tried again");
    if (others.length > 0 && !isAgain) return await tellAfterOthers(options, retention, others);
    // A service that has been told others in this moment gets its turn later: two that never agree must not hold a request up.
    if (others.length > 0 || errors.length > 0) return await markNotDelivered(db, retention, new Date());
    await markDelivered(db, retention);
    const { notDeliveredSince: _since, ...delivered } = retention;
    return delivered;
  } catch (err) {
    logger.warn({ err, businessId }, "how long history is kept was not told to the end, tried again");
    return retention;
  }
}

/** What is stored is told again, also later when this fails. */
async function tellAfterOthers(
  options: RetentionOptions,
  retention: Retention,
  others: readonly StoredRules[],
): Promise<Retention> {
  const { db, logger } = options;
  const next = planAfterOthers(retention, others, new Date());
  const versions = Object.fromEntries(others.map(({ service, version }) => [service, version]));
  const details = { businessId: retention._id, version: retention.version, next: next.version, versions };
  logger.warn(details, "services have other rules of history than the gateway");
  if (await replaceRetention(db, retention, next)) return tellServices(options, next, { isAgain: true });
  // Another change, or another replica that tells, was first.
  return (await findRetention(db, retention._id)) ?? retention;
}
