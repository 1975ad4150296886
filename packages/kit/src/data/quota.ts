import { LRUCache } from "lru-cache";
import { refused } from "../errors/refusal.js";
import type { Scope, WriteScope } from "./scope.types.js";

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
  /** For a preview. @throws Refusal quota_exceeded when the business has no room for one more record */
  check(scope: Scope): Promise<void>;
  /** For a write, in its transaction, before the record is inserted. @throws Refusal quota_exceeded */
  claim(scope: WriteScope): Promise<void>;
}

/** So near to the quota each creation is counted, and creations of one business conflict with each other. */
const guardedRoom = 256;
/** Processes that may create records without counting and stay below the quota together. */
const processesMax = 32;
const businessesKeptMax = 10_000;

/** Writes that bring a business to its quota change this record, so of two at once the second one counts again. */
interface QuotaGuard {
  _id: string;
  claims: number;
}

export function createQuota({ collection, records, max, setting }: QuotaOptions): Quota {
  /** Per business, how many records this process may still create without counting. */
  const uncounted = new LRUCache<string, number>({ max: businessesKeptMax });

  const countRoom = async (scope: Scope): Promise<number> => {
    const room = max - (await scope.collection(collection).count({}, max));
    if (room <= 0) throw quotaExceeded();
    if (room > guardedRoom) uncounted.set(scope.businessId, Math.floor(room / processesMax));
    return room;
  };
  const quotaExceeded = () =>
    refused(
      "quota_exceeded",
      `A business may have ${max} ${records}, and this one has as many. The operator can raise ${setting}.`,
    );

  return {
    async check(scope) {
      if (!uncounted.get(scope.businessId)) await countRoom(scope);
    },
    async claim(scope) {
      const left = uncounted.get(scope.businessId) ?? 0;
      if (left > 0) uncounted.set(scope.businessId, left - 1);
      else if ((await countRoom(scope)) <= guardedRoom) await changeGuard(scope, collection);
    },
  };
}

async function changeGuard(scope: WriteScope, collection: string): Promise<void> {
  const _id = `${scope.businessId}|${collection}`;
  await scope.collection<QuotaGuard>("quotaGuards").updateOne({ _id }, { $inc: { claims: 1 } }, { upsert: true });
}
