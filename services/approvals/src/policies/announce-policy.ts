import { createSystemCall } from "@tenant-ops/kit/call";
import { type Database, startLeasedPeriodicTask } from "@tenant-ops/kit/data";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { AccountsService } from "@tenant-ops/proto/accounts";
import type { Policy } from "./policies.rules.js";
import { findUnannounced, setAnnounced } from "./policies.store.js";

const everyMs = 5000;
const policiesPerRound = 100;

interface Announcing {
  db: Database;
  clients: RpcClients;
}

/**
 * Tells accounts which rules are in force: gateways learn of them with everything else about the business, within a second. Repeating it is harmless.
 * @throws Refusal service_unavailable, deadline_exceeded
 */
export async function announcePolicy(
  { db, clients }: Announcing,
  businessId: string,
  { version, rules }: Pick<Policy, "version" | "rules">,
): Promise<void> {
  const call = createSystemCall(businessId, "announce approval policy", { idempotencyKey: `policy:${version}` });
  await clients.unary(AccountsService.method.setApprovalPolicy, { version, hasRules: rules.length > 0 }, call);
  await setAnnounced(db, businessId, version);
}

/** Announces what a process could not: it was killed, or accounts was away. @returns how to stop */
export function startAnnouncements(context: Announcing & { logger: Logger }): () => Promise<void> {
  const { db, logger } = context;
  const run = async () => {
    for (const policy of await findUnannounced(db, db.closedBusinesses.list(), policiesPerRound)) {
      try {
        await announcePolicy(context, policy.businessId, policy);
      } catch (error) {
        logger.warn({ err: error, businessId: policy.businessId }, "approval policy not announced, tried again later");
      }
    }
  };
  return startLeasedPeriodicTask({ database: db, logger }, { name: "approval policies", everyMs, run });
}
