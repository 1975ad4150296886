import { createCache } from "../../caches/index.js";
import { refused } from "../../errors/refusal.js";
import type { Scope, WriteScope } from "../tenancy/scope.types.js";

export interface QuotaOptions {
  collection: string;
  /** What the records are called in the refusal, in the plural. */
  records: string;
  /** How many records of this kind a business may have. */
  max: number;
  /** The setting with which the operator changes `max`. */
  setting: string;
}

/** How many records of one kind a business may have (docs/decisions/0020-campaign-totals-and-quotas.md). */
export interface Quota {
  /** For a preview. @throws Refusal quota_exceeded when one more record would exceed the quota */
  check(scope: Scope): Promise<void>;
  /** For a write, in its transaction, before the record is inserted. @throws Refusal quota_exceeded */
  claim(scope: WriteScope): Promise<void>;
}

/**
 * The level is the binary logarithm of the remaining records, so remaining numbers of the same level differ by less than a factor of two: level 8 is
 * 256 to 511 records. Below this level each creation is counted, and creations of one business conflict with each other.
 */
const countedBelowLevel = 8;
/** Processes that may create records without counting and stay below the quota together. */
const processesMax = 32;
const businessesKeptMax = 10_000;
/** Up to this number of records a preview counts them each time; a business with more records gets a guard record at its next counted creation. */
const cheaplyCountedMax = 1000;

/**
 * One record per business and quota. The allowance of a process ends when the level changes: otherwise the process could still create records after
 * others have reached the quota.
 */
interface QuotaGuard {
  _id: string;
  /** Level of the remaining records at the last count. */
  level: number;
  /** The quota at that count. */
  max: number;
  /** Changed by each counted creation near the quota, so of two at once the second one counts again. */
  claims: number;
}

export const quotaGuardCollection = "quotaGuards";

/** How many records a process may still create without counting, as long as the stored level is this one. */
interface Allowance {
  level: number;
  remaining: number;
}

export function createQuota({ collection, records, max, setting }: QuotaOptions): Quota {
  const allowances = createCache<Allowance>({ max: businessesKeptMax });

  const toGuardId = ({ businessId }: Scope): string => `${businessId}|${collection}`;
  const findGuard = (scope: Scope) => guards(scope).findById(toGuardId(scope));
  const findAllowance = ({ businessId }: Scope, guard: QuotaGuard | null): Allowance | undefined => {
    const allowance = allowances.get(businessId);
    return allowance && allowance.level === readLevel(guard, max) && allowance.remaining > 0 ? allowance : undefined;
  };
  const countRemaining = async (scope: Scope): Promise<number> => {
    const remainingRecords = max - (await scope.collection(collection).count({}, max));
    if (remainingRecords <= 0) throw quotaExceeded();
    return remainingRecords;
  };
  const quotaExceeded = () =>
    refused(
      "quota_exceeded",
      `A business may have ${max} ${records}, and this one has as many. The operator can raise ${setting}.`,
      { max },
    );

  return {
    async check(scope) {
      const guard = await findGuard(scope);
      if (!provesRemaining(guard, max) && !findAllowance(scope, guard)) await countRemaining(scope);
    },
    async claim(scope) {
      const guard = await findGuard(scope);
      const allowance = findAllowance(scope, guard);
      if (allowance) {
        allowance.remaining -= 1;
        return;
      }
      const remainingRecords = await countRemaining(scope);
      const level = toLevel(remainingRecords);
      const isForPreviews = max - remainingRecords > cheaplyCountedMax && guard?.max !== max;
      if (level !== readLevel(guard, max) || level < countedBelowLevel || isForPreviews) {
        const change = { $set: { level, max }, $inc: { claims: 1 } };
        await guards(scope).updateOne({ _id: toGuardId(scope) }, change, { upsert: true });
      }
      // All processes together create at most the smallest remaining number of the level.
      const remaining = level < countedBelowLevel ? 0 : Math.floor(2 ** level / processesMax);
      allowances.set(scope.businessId, { level, remaining });
    },
  };
}

const guards = (scope: Scope) => scope.collection<QuotaGuard>(quotaGuardCollection);

/** Without a guard the level is that of an empty business. */
const readLevel = (guard: QuotaGuard | null, max: number): number => guard?.level ?? toLevel(max);

/**
 * While the level does not change, the processes create fewer records without counting than its smallest remaining number, so a preview need not
 * count either. The level of another quota is not used.
 */
const provesRemaining = (guard: QuotaGuard | null, max: number): boolean =>
  guard !== null && guard.max === max && guard.level >= countedBelowLevel;

/** The integer part of the binary logarithm of the number of remaining records. */
const toLevel = (remainingRecords: number): number => 31 - Math.clz32(remainingRecords);
