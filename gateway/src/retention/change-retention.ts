import type { Database } from "@tenant-ops/kit/data";
import type { RetentionRules } from "@tenant-ops/kit/retention";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import type { Logger } from "@tenant-ops/kit/telemetry";
import type { Tenant } from "../tenant/tenant.js";
import {
  createChanged,
  createNotAllowed,
  findAnswered,
  listChangedRules,
  planAfterLater,
  planChange,
  requireAllowed,
} from "./retention.rules.js";
import { requireArchives, tellEverywhere } from "./retention-services.js";
import { findRetention, markTold, replaceRetention, saveRetention } from "./retentions.store.js";
import type { AnsweredRequest, LaterRules, Retention, RetentionLimits } from "./retentions.types.js";

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
  if (tenant.sandboxOf !== undefined) throw createNotAllowed("A sandbox keeps its data until it is emptied.");
  const changed = listChangedRules(before?.rules ?? {}, rules);
  requireAllowed(changed, options.allowed);
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

/** @returns the rules as they are now, without `untoldSince` when every service has them */
export async function tellServices(options: RetentionOptions, retention: Retention): Promise<Retention> {
  const { db, clients, logger } = options;
  try {
    const later = await tellEverywhere(clients, retention);
    if (later.length > 0) return await tellAfterLater(options, retention, later);
    await markTold(db, retention);
    const { untoldSince: _told, ...told } = retention;
    return told;
  } catch (error) {
    logger.warn(
      { err: error, businessId: retention._id },
      "a service was not told how long history is kept, tried again",
    );
    return retention;
  }
}

/** What is stored is told again, also later when this fails. */
async function tellAfterLater(
  options: RetentionOptions,
  retention: Retention,
  later: readonly LaterRules[],
): Promise<Retention> {
  const { db, logger } = options;
  const isNew = retention.untoldSince !== undefined;
  const next = planAfterLater(retention, later, { isNew, now: new Date() });
  const details = { businessId: retention._id, version: retention.version, later: later.map(({ version }) => version) };
  logger.warn(details, "services know later rules of history than the gateway");
  if (!(await replaceRetention(db, retention, next))) return retention;
  return tellServices(options, next);
}
