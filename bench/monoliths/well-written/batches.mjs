const itemsMax = 64;

/** Runs one batch of a business at a time; items that come meanwhile form the next batch. `run` returns an outcome per item. */
export function createBatches(run) {
  const queues = new Map();
  return (businessId, item) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(businessId);
      const waiting = { item, resolve, reject };
      if (queue) return void queue.push(waiting);
      queues.set(businessId, [waiting]);
      void runQueue(businessId);
    });

  async function runQueue(businessId) {
    const queue = queues.get(businessId);
    while (queue.length > 0) {
      const batch = queue.splice(0, itemsMax);
      try {
        const outcomes = await run(
          businessId,
          batch.map(({ item }) => item),
        );
        batch.forEach(({ resolve, reject }, index) => {
          const { reply, error } = outcomes[index];
          if (error) reject(error);
          else resolve(reply);
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    queues.delete(businessId);
  }
}
