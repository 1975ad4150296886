import { MongoError } from "mongodb";
import type { Call } from "../call/call.js";
import { Refusal } from "../errors/refusal.js";
import type { BatchItem, RunBatch } from "./batch.types.js";

const passengersMax = 64;

/** A function that carries requests in batches, one batch of a business at a time, and none waits for company. */
export function batchPerBusiness<Request, Reply>(runBatch: RunBatch<Request, Reply>) {
  const waiting = new Map<string, BatchItem<Request, Reply>[]>();

  return (call: Call, request: Request): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const queue = waiting.get(call.businessId);
      const passenger = { call, request, resolve, reject };
      if (queue) {
        queue.push(passenger);
        return;
      }
      waiting.set(call.businessId, [passenger]);
      void drive(call.businessId);
    });

  async function drive(businessId: string): Promise<void> {
    const queue = waiting.get(businessId) ?? [];
    while (queue.length > 0) {
      const batch = takeBatch(queue).filter(isStillWaiting);
      // One batch after another is what keeps them from colliding.
      if (batch.length > 0) await carry(batch);
    }
    waiting.delete(businessId);
  }

  async function carry(batch: BatchItem<Request, Reply>[]): Promise<void> {
    try {
      const outcomes = await runBatch(batch);
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index];
        if (outcome && "reply" in outcome) resolve(outcome.reply);
        else reject(outcome?.refusal ?? new Error("a batch forgot one of its requests"));
      });
    } catch (error) {
      if (batch.length === 1 || mayHaveBeenCommitted(error)) {
        batch.forEach(({ reject }) => reject(error));
        return;
      }
      // Nothing was written. Alone, each finds out whether it was the one that failed.
      for (const passenger of batch) {
        await carry([passenger]);
      }
    }
  }
}

/** The next ones in line; of two with one idempotency key the second waits, and then finds the first one's answer. */
function takeBatch<Request, Reply>(queue: BatchItem<Request, Reply>[]): BatchItem<Request, Reply>[] {
  const keys = new Set<string>();
  const isFirstOfKey = ({ call }: BatchItem<Request, Reply>) => {
    if (!call.idempotencyKey) return true;
    const key = `${call.operation}|${call.idempotencyKey}`;
    return !keys.has(key) && keys.add(key);
  };
  const batch = queue.filter(isFirstOfKey).slice(0, passengersMax);
  const taken = new Set(batch);
  queue.splice(0, queue.length, ...queue.filter((passenger) => !taken.has(passenger)));
  return batch;
}

/** Turns away whose caller waits no more: told that time was over, they look, find nothing, and send the same again. */
function isStillWaiting<Request, Reply>({ call, reject }: BatchItem<Request, Reply>): boolean {
  const isOver = call.deadline <= Date.now() || call.signal?.aborted === true;
  if (isOver)
    reject(new Refusal("deadline_exceeded", "The time for this call was over before its turn. Nothing was written."));
  return !isOver;
}

function mayHaveBeenCommitted(error: unknown): boolean {
  return error instanceof MongoError && error.hasErrorLabel("UnknownTransactionCommitResult");
}
