import { createHmac } from "node:crypto";
import { dayMs, type Scope, type WriteScope } from "@tenant-ops/kit/data";
import { rateLimited } from "@tenant-ops/kit/errors";
import { toRateLimitAddress, widenNetwork } from "@tenant-ops/kit/http";
import type { FlowsConfig } from "../config.js";
import { deriveKey } from "../sign-in/codes.rules.js";
import type { LimitMetrics } from "./limit-metrics.js";
import {
  countUse,
  giveBack,
  isNearlyUsedUp,
  type OpenCodeLimits,
  type OpenUse,
  planOpenCode,
  secondsUntilAllowed,
  type Usage,
  type UsageLimit,
} from "./usage.rules.js";

export const usageIndexes = [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }] as const;

const usage = (scope: Scope) => scope.collection<Usage>("visitorUsage");

function findUsage(scope: Scope, ids: readonly string[]): Promise<Map<string, Usage>> {
  return usage(scope).findByIds(ids);
}

async function storeUsage(scope: WriteScope, counted: readonly Usage[]): Promise<void> {
  await usage(scope).updateEach(
    counted.map(({ _id, ...fields }) => ({ filter: { _id }, update: { $set: fields }, upsert: true })),
  );
}

const hourMs = 60 * 60_000;
const betweenCodesMs = 60_000;

/** What visitors may use of a business. Addresses are those of visitors, as `getClientAddress` returns them. */
export interface VisitorLimits {
  codesOfPhone(businessId: string, phone: string): UsageLimit;
  signInsOfAddress(businessId: string, address: string): UsageLimit;
  /** @param perDayMax what the business allows; the operator's limit is the upper bound */
  codesOfBusiness(businessId: string, perDayMax: number): UsageLimit;
  /** @param isKnown whether the business knows the phone */
  openCodes(businessId: string, code: { address: string; isKnown: boolean; perDayMax: number }): OpenCodeLimits;
}

export function createVisitorLimits(config: FlowsConfig): VisitorLimits {
  const [key] = config.FLOW_SECRET_KEY;
  if (!key) throw new Error("limits need a key");
  const derived = deriveKey(key, "usage of visitors");
  const toId = (...parts: string[]) => createHmac("sha256", derived).update(JSON.stringify(parts)).digest("base64url");
  const boundCodes = (perDayMax: number) => Math.min(perDayMax, config.FLOW_CODES_PER_BUSINESS);
  return {
    codesOfPhone: (businessId, phone) => ({
      id: toId("phone", businessId, phone),
      max: config.FLOW_CODES_PER_PHONE,
      windowMs: dayMs,
      intervalMs: betweenCodesMs,
    }),
    signInsOfAddress: (businessId, address) => ({
      id: toId("address", businessId, toRateLimitAddress(address)),
      max: config.FLOW_SIGN_INS_PER_ADDRESS,
      windowMs: hourMs,
    }),
    codesOfBusiness: (businessId, perDayMax) => ({
      name: "codes",
      id: toId("business", businessId),
      max: boundCodes(perDayMax),
      windowMs: dayMs,
    }),
    openCodes: (businessId, { address, isKnown, perDayMax }) => {
      const ofAddress = toRateLimitAddress(address);
      return planOpenCode(
        {
          network: toId("open codes of a network", businessId, widenNetwork(ofAddress) ?? ofAddress),
          strangers: toId("open codes of strangers", businessId),
        },
        { isKnown, perNetworkMax: config.FLOW_OPEN_CODES_PER_NETWORK, perBusinessMax: boundCodes(perDayMax) },
      );
    },
  };
}

/**
 * Counts one use of each limit, or of none when one is reached. Parallel uses conflict, and the transaction that runs again sees the count of the
 * other.
 * @throws Refusal rate_limited
 */
export async function claimUsage(
  scope: WriteScope,
  limits: readonly UsageLimit[],
  metrics: LimitMetrics,
): Promise<void> {
  const before = await findUsage(
    scope,
    limits.map(({ id }) => id),
  );
  const seconds = Math.max(...limits.map((limit) => secondsUntilAllowed(limit, before.get(limit.id), scope.now)));
  if (seconds > 0) throw rateLimited("Too many codes were asked for.", seconds);
  await storeUsage(
    scope,
    limits.map((limit) => {
      const known = before.get(limit.id);
      const after = countUse(limit, known, scope.now);
      // A transaction that runs again reports it again.
      if (limit.name && isNearlyUsedUp(limit, known, after)) metrics.noteNearlyUsed(scope.businessId, limit.name);
      return after;
    }),
  );
}

/** Gives back what an open code has taken. */
export async function giveBackUsage(scope: WriteScope, openUses: readonly OpenUse[]): Promise<void> {
  const before = await findUsage(
    scope,
    openUses.map(({ id }) => id),
  );
  const known = openUses.flatMap(({ id, givesBack }) => {
    const found = before.get(id);
    return found ? [giveBack(found, givesBack)] : [];
  });
  await storeUsage(scope, known);
}
