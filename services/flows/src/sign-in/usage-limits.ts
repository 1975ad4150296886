import { createHmac } from "node:crypto";
import type { Scope, WriteScope } from "@tenant-ops/kit/data";
import { rateLimited } from "@tenant-ops/kit/errors";
import type { FlowsConfig } from "../config.js";
import { deriveKey } from "./codes.rules.js";
import type { Usage } from "./sign-ins.types.js";
import { countUse, secondsUntilAllowed, type UsageLimit } from "./usage.rules.js";

export const usageIndexes = [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }] as const;

const usage = (scope: Scope) => scope.collection<Usage>("signInUsage");

function findUsage(scope: Scope, ids: readonly string[]): Promise<Map<string, Usage>> {
  return usage(scope).findByIds(ids);
}

async function storeUsage(scope: WriteScope, counted: readonly Usage[]): Promise<void> {
  await usage(scope).updateEach(
    counted.map(({ _id, ...fields }) => ({ filter: { _id }, update: { $set: fields }, upsert: true })),
  );
}

const dayMs = 24 * 60 * 60_000;
const hourMs = 60 * 60_000;
const betweenCodesMs = 60_000;

/** Limits of sign-ins of visitors, because each code costs the business money. */
export interface UsageLimits {
  ofPhone(businessId: string, phone: string): UsageLimit;
  ofAddress(businessId: string, address: string): UsageLimit;
  /** @param perDayMax what the business allows; the operator's limit is the upper bound */
  ofBusiness(businessId: string, perDayMax: number): UsageLimit;
}

export function createUsageLimits(config: FlowsConfig): UsageLimits {
  const [key] = config.FLOW_SECRET_KEY;
  if (!key) throw new Error("limits need a key");
  const derived = deriveKey(key, "usage of visitors");
  const toId = (...parts: string[]) => createHmac("sha256", derived).update(JSON.stringify(parts)).digest("base64url");
  return {
    ofPhone: (businessId, phone) => ({
      id: toId("phone", businessId, phone),
      max: config.FLOW_CODES_PER_PHONE,
      windowMs: dayMs,
      intervalMs: betweenCodesMs,
    }),
    ofAddress: (businessId, address) => ({
      id: toId("address", businessId, address),
      max: config.FLOW_SIGN_INS_PER_ADDRESS,
      windowMs: hourMs,
    }),
    ofBusiness: (businessId, perDayMax) => ({
      id: toId("business", businessId),
      max: Math.min(perDayMax, config.FLOW_CODES_PER_BUSINESS),
      windowMs: dayMs,
    }),
  };
}

/**
 * Counts one use of each limit, or of none when one is reached. Parallel uses conflict, and the transaction that runs again sees the count of the
 * other.
 * @throws Refusal rate_limited
 */
export async function claimUsage(scope: WriteScope, limits: readonly UsageLimit[]): Promise<void> {
  const before = await findUsage(
    scope,
    limits.map(({ id }) => id),
  );
  const seconds = Math.max(...limits.map((limit) => secondsUntilAllowed(limit, before.get(limit.id), scope.now)));
  if (seconds > 0) throw rateLimited("Too many codes were asked for.", seconds);
  await storeUsage(
    scope,
    limits.map((limit) => countUse(limit, before.get(limit.id), scope.now)),
  );
}
