// What the database did during a call, from its profiler: documents and index keys examined, bytes sent, and CPU time.

const profileBytes = 512 * 1024 * 1024;

/** Starts the profiler of each database. @returns `measure(businessId, work)` and `stop()` */
export async function startProfiler(databases) {
  for (const database of databases) {
    await database.command({ profile: 0 });
    await database.dropCollection("system.profile").catch(() => undefined);
    await database.createCollection("system.profile", { capped: true, size: profileBytes });
    await database.command({ profile: 2 });
  }
  return {
    async measure(businessId, work) {
      // Entries have times in milliseconds, so no other command may end in the first millisecond.
      await nextMillisecond();
      const since = new Date();
      const result = await work();
      const entries = [];
      for (const database of databases) {
        entries.push(
          ...(await database
            .collection("system.profile")
            .find({ ts: { $gte: since } })
            .toArray()),
        );
      }
      return { result, amount: sumUp(entries.filter((entry) => belongsTo(entry, businessId))) };
    },
    stop: async () => {
      for (const database of databases) await database.command({ profile: 0 });
    },
  };
}

const nextMillisecond = () => new Promise((resolve) => setTimeout(resolve, 2));

/** Background tasks and reads of the profile itself do not name the business. */
function belongsTo({ ns, command, originatingCommand }, businessId) {
  if (/system\.profile|\.leases$|\.outbox$/.test(ns)) return false;
  return JSON.stringify([command, originatingCommand ?? null]).includes(businessId);
}

function sumUp(entries) {
  const sum = (read) => entries.reduce((total, entry) => total + (read(entry) ?? 0), 0);
  const worst = entries.toSorted(
    (one, other) =>
      (other.docsExamined ?? 0) + (other.keysExamined ?? 0) - (one.docsExamined ?? 0) - (one.keysExamined ?? 0),
  )[0];
  return {
    commands: entries.length,
    documents: sum(({ docsExamined }) => docsExamined),
    keys: sum(({ keysExamined }) => keysExamined),
    bytesRead: sum(({ responseLength }) => responseLength),
    cpuMs: sum(({ cpuNanos }) => Number(cpuNanos ?? 0)) / 1e6,
    worst: worst && `${worst.ns} ${worst.planSummary ?? worst.op}`,
  };
}
