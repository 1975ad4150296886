interface WaitingItem<Item> {
  item: Item;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Runs `write` with one batch at a time: items that arrive while a write runs form the next batch, in their order.
 * @returns a function that adds an item; it resolves when the batch of that item is written and rejects when `write` failed
 * for that batch
 */
export function createCoalescingWriter<Item>(
  write: (items: readonly Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  let waiting: WaitingItem<Item>[] = [];
  let isWriting = false;

  async function writeWaiting(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await write(batch.map(({ item }) => item));
        for (const { resolve } of batch) resolve();
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
