import { MongoError } from "mongodb";
import type { Call } from "../../call/call.js";
import type { BatchItem, RunBatch } from "./batch.types.js";
import { createLateRefusal, isLate } from "./remaining-time.js";

const batchItemsMax = 64;

/**
 * Returns a function that executes requests in batches. A business has one batch at a time; a request that finds none
 * running starts one at once.
 */
export function batchPerBusiness<Request, Reply>(runBatch: RunBatch<Request, Reply>) {
  const queues = new Map<string, BatchItem<Request, Reply>[]>();

  return (call: Call, request: Request): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const queue = queues.get(call.businessId);
      const item = { call, request, resolve, reject };
      if (queue) {
        queue.push(item);
        return;
      }
      queues.set(call.businessId, [item]);
      void executeQueue(call.businessId);
    });

  async function executeQueue(businessId: string): Promise<void> {
    const queue = queues.get(businessId) ?? [];
    let earlier: readonly BatchItem<Request, Reply>[] = [];
    while (queue.length > 0) {
      const batch = removeNextBatch(queue, earlier).filter(rejectIfLate);
      // One batch after another: two at once would conflict with each other.
      if (batch.length > 0) await executeBatch(batch);
      earlier = batch;
    }
    queues.delete(businessId);
  }

  async function executeBatch(batch: BatchItem<Request, Reply>[]): Promise<void> {
    try {
      const outcomes = await runBatch(batch);
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index];
        if (outcome && "reply" in outcome) resolve(outcome.reply);
        else reject(outcome?.refusal ?? new Error("a batch has no outcome for one of its requests"));
      });
    } catch (error) {
      if (batch.length === 1 || mayBeCommitted(error)) {
        batch.forEach(({ reject }) => reject(error));
        return;
      }
      // Nothing was written. Each request runs alone, so that only the one that caused the error fails.
      for (const item of batch) {
        await executeBatch([item]);
      }
    }
  }
}

/**
 * Removes the next items from the queue. Of those with the same idempotency key it takes only the first; the others stay in the queue, and in the
 * next batch all of them find the stored answer of the first. When nothing was stored, that batch finds a duplicate key, and they run one by one.
 * @param earlier the batch before this one
 */
function removeNextBatch<Request, Reply>(
  queue: BatchItem<Request, Reply>[],
  earlier: readonly BatchItem<Request, Reply>[],
): BatchItem<Request, Reply>[] {
  const keys = new Set<string>();
  const answered = new Set(earlier.map(toKey));
  const mayRun = (item: BatchItem<Request, Reply>) => {
    const key = toKey(item);
    if (key === undefined || answered.has(key)) return true;
    return !keys.has(key) && keys.add(key);
  };
  const batch = queue.filter(mayRun).slice(0, batchItemsMax);
  const removed = new Set(batch);
  queue.splice(0, queue.length, ...queue.filter((item) => !removed.has(item)));
  return batch;
}

const toKey = ({ call }: Pick<BatchItem<unknown, never>, "call">) =>
  call.idempotencyKey === undefined ? undefined : `${call.operation}|${call.idempotencyKey}`;

/** Rejects a request whose deadline has passed or whose caller has disconnected. */
function rejectIfLate<Request, Reply>({ call, reject }: BatchItem<Request, Reply>): boolean {
  if (!isLate(call)) return true;
  reject(createLateRefusal());
  return false;
}

function mayBeCommitted(error: unknown): boolean {
  return error instanceof MongoError && error.hasErrorLabel("UnknownTransactionCommitResult");
}
