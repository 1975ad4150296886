import { setImmediate as nextIteration } from "node:timers/promises";

interface WaitingItem<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Runs `write` with one batch at a time: items that arrive in one iteration of the event loop, or while a write runs, form a batch, in
 * their order.
 * @returns a function that adds an item; it resolves with what `write` returned for the batch of that item, and rejects when it failed
 */
export function createCoalescingWriter<Item, Result = void>(
  write: (items: readonly Item[]) => Promise<Result>,
): (item: Item) => Promise<Result> {
  let waiting: WaitingItem<Item, Result>[] = [];
  let isWriting = false;

  async function writeWaiting(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    await nextIteration();
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const result = await write(batch.map(({ item }) => item));
        for (const { resolve } of batch) resolve(result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isWriting = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      void writeWaiting();
    });
}
