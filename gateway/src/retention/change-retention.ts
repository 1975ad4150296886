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
  planChange,
  requireAllowed,
} from "./retention.rules.js";
import { requireArchives, tellEverywhere } from "./retention-services.js";
import { findRetention, markTold, saveRetention } from "./retentions.store.js";
import type { AnsweredRequest, Retention, RetentionLimits } from "./retentions.types.js";

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
  return { stored: (await tellServices(options, next)) ? { ...next, untoldSince: undefined } : next, isRepeat: false };
}

/** @returns whether every service has the rules now */
export async function tellServices({ db, clients, logger }: RetentionOptions, retention: Retention): Promise<boolean> {
  try {
    await tellEverywhere(clients, retention);
    await markTold(db, retention);
    return true;
  } catch (error) {
    logger.warn(
      { err: error, businessId: retention._id },
      "a service was not told how long history is kept, tried again",
    );
    return false;
  }
}
