import type { Collection } from "mongodb";
import type { Registry } from "prom-client";
import { singleFlight } from "../concurrency/single-flight.js";
import type { DeadLetterRow, OutboxRow } from "../data/infrastructure.js";
import type { Database } from "../data/database.types.js";
import { collectMs, createCollectedGauge } from "../telemetry/metrics.js";

const countedMax = 10_000;

/**
 * Metrics of the outbox, queried at each scrape. Every replica reports them, because they matter most when no relay works. All
 * replicas report the same events: take the maximum, not the sum.
 */
export function registerOutboxMetrics(registry: Registry, database: Database, isActive: () => boolean): void {
  const outbox = database.infrastructure<OutboxRow>("outbox");
  // Two gauges share one query per scrape.
  const collectPending = singleFlight(async () => {
    const found = await countPending(outbox);
    pending.set(found.count);
    oldest.set(found.oldestSeconds);
  });
  const pending = createCollectedGauge(registry, {
    name: "tenantops_outbox_pending",
    help: `Events that are committed and not yet published, counted up to ${countedMax}`,
    collect: collectPending,
  });
  const oldest = createCollectedGauge(registry, {
    name: "tenantops_outbox_oldest_seconds",
    help: "Age of the oldest event that is not yet published",
    collect: collectPending,
  });
  const active = createCollectedGauge(registry, {
    name: "tenantops_relay_active",
    help: "1 in the replica that publishes unpublished events of other processes from the outbox, 0 in the others",
    collect: () => active.set(isActive() ? 1 : 0),
  });
  const deadLetters = createCollectedGauge(registry, {
    name: "tenantops_dead_letters",
    help: "Events of this service's listeners that were given up and wait for a person",
    collect: async () =>
      deadLetters.set(
        await database.infrastructure<DeadLetterRow>("deadLetters").estimatedDocumentCount({ maxTimeMS: collectMs }),
      ),
  });
}

type Outbox = Collection<OutboxRow>;

async function countPending(outbox: Outbox): Promise<{ count: number; oldestSeconds: number }> {
  const rows = outbox.find(
    { publishedAt: null },
    {
      sort: { _id: 1 },
      projection: { createdAt: 1, "events._id": 1, "events.stream": 1 },
      limit: countedMax,
      maxTimeMS: collectMs,
    },
  );
  let count = 0;
  let oldest: Date | undefined;
  try {
    // Ends at the limit: in an outage, reading all rows would delay the scrape.
    for await (const row of rows) {
      oldest ??= row.createdAt;
      count += row.events.filter(({ stream }) => stream === undefined).length;
      if (count >= countedMax) break;
    }
  } finally {
    await rows.close();
  }
  return {
    count: Math.min(count, countedMax),
    oldestSeconds: oldest ? Math.max(0, (Date.now() - oldest.getTime()) / 1000) : 0,
  };
}
