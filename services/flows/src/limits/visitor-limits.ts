import { createHmac } from "node:crypto";
import { dayMs, type Scope, type WriteScope } from "@tenant-ops/kit/data";
import { rateLimited, Refusal } from "@tenant-ops/kit/errors";
import { toRateLimitAddress, widenNetwork } from "@tenant-ops/kit/http";
import type { FlowsConfig } from "../config.js";
import { deriveKey } from "../sign-in/codes.rules.js";
import type { LimitMetrics } from "./limit-metrics.js";
import {
  giveBack,
  type OpenCodeLimits,
  type OpenUse,
  type PlannedUse,
  planOpenCode,
  planUse,
  type Usage,
  type UsageLimit,
} from "./usage.rules.js";

export const usageIndexes = [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }] as const;

const usage = (scope: Scope) => scope.collection<Usage>("visitorUsage");

/** The records of limits, by id. */
export function findUsage(scope: Scope, limits: readonly Pick<UsageLimit, "id">[]): Promise<Map<string, Usage>> {
  return usage(scope).findByIds([...new Set(limits.map(({ id }) => id))]);
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
  /** A registration of so many bytes. */
  registration(businessId: string, given: { address: string; bytes: number }): UsageLimit[];
  /** A file of so many bytes. They are counted when it begins. */
  file(businessId: string, given: { address: string; bytes: number }): UsageLimit[];
  /** What all visitors of a business may use together. @param codesPerDayMax undefined when it sends no codes */
  ofBusiness(businessId: string, codesPerDayMax: number | undefined): UsageLimit[];
}

export function createVisitorLimits(config: FlowsConfig): VisitorLimits {
  const [key] = config.FLOW_SECRET_KEY;
  if (!key) throw new Error("limits need a key");
  const derived = deriveKey(key, "usage of visitors");
  const toId = (...parts: string[]) => createHmac("sha256", derived).update(JSON.stringify(parts)).digest("base64url");
  const ofDay = { windowMs: dayMs };
  const bytesOf = (
    businessId: string,
    { address, bytes: amount }: { address: string; bytes: number },
  ): UsageLimit[] => [
    { ...ofDay, name: "bytes", id: toId("bytes", businessId), max: config.FLOW_BYTES_PER_BUSINESS, amount },
    {
      ...ofDay,
      id: toId("bytes of an address", businessId, toRateLimitAddress(address)),
      max: config.FLOW_BYTES_PER_ADDRESS,
      amount,
    },
  ];
  const boundCodes = (perDayMax: number) => Math.min(perDayMax, config.FLOW_CODES_PER_BUSINESS);
  const limits: VisitorLimits = {
    ofBusiness: (businessId, perDayMax) => {
      const given = { address: "", bytes: 0 };
      const ofCodes =
        perDayMax === undefined
          ? []
          : [
              limits.codesOfBusiness(businessId, perDayMax),
              ...limits.openCodes(businessId, { ...given, isKnown: false, perDayMax }).limits,
            ];
      return [...limits.registration(businessId, given), ...ofCodes].filter(({ name }) => name !== undefined);
    },
    registration: (businessId, given) => [
      {
        ...ofDay,
        name: "registrations",
        id: toId("registrations", businessId),
        max: config.FLOW_REGISTRATIONS_PER_BUSINESS,
      },
      {
        ...ofDay,
        id: toId("registrations of an address", businessId, toRateLimitAddress(given.address)),
        max: config.FLOW_REGISTRATIONS_PER_ADDRESS,
      },
      ...bytesOf(businessId, given),
    ],
    file: bytesOf,
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
  return limits;
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
  const planned = planUse(await findUsage(scope, limits), limits, scope.now);
  requireUse(planned);
  await storeUse(scope, [planned], metrics);
}

/** @throws Refusal rate_limited */
export function requireUse({ waitSeconds }: PlannedUse): void {
  if (waitSeconds > 0) throw rateLimited("The visitors have used up what they may use.", waitSeconds);
}

/** Whether visitors have used up what they may use. */
export const isRateLimited = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === "rate_limited";

/** Stores planned uses, the last of each limit. A transaction that runs again reports again what is nearly used up. */
export async function storeUse(
  scope: WriteScope,
  planned: readonly PlannedUse[],
  metrics: LimitMetrics,
): Promise<void> {
  const used = new Map(planned.flatMap((one) => one.used.map((usage) => [usage._id, usage] as const)));
  if (used.size > 0) await storeUsage(scope, [...used.values()]);
  for (const { nearlyUsed } of planned) for (const name of nearlyUsed) metrics.noteNearlyUsed(scope.businessId, name);
}

/** Gives back what an open code has taken. */
export async function giveBackUsage(scope: WriteScope, openUses: readonly OpenUse[]): Promise<void> {
  const before = await findUsage(scope, openUses);
  const known = openUses.flatMap(({ id, givesBack }) => {
    const found = before.get(id);
    return found ? [giveBack(found, givesBack)] : [];
  });
  await storeUsage(scope, known);
}
