import { setTimeout as sleep } from "node:timers/promises";
import type { Collection } from "mongodb";
import { Gauge, type Registry } from "prom-client";
import type { DeadLetterRow, OutboxRow } from "../data/infrastructure.js";
import type { Database } from "../data/database.types.js";

const countedMax = 10_000;
const questionMs = 1000;

/**
 * What waits to be published, asked of the database at each scrape: every replica knows it, also while no relay works, which
 * is when it matters. Whoever adds up replicas counts the same events twice; take the maximum.
 */
export function registerOutboxMetrics(registry: Registry, database: Database, isActive: () => boolean): void {
  const outbox = database.infrastructure<OutboxRow>("outbox");
  let asked: Promise<void> | undefined;
  // Two gauges, one question: both wait for its answer, or one of them would show that of the scrape before.
  const ask = () => (asked ??= answer().finally(() => (asked = undefined)));
  const answer = async () => {
    const found = await waiting(outbox);
    pending.set(found.count);
    oldest.set(found.oldestSeconds);
  };
  const pending = gauge(registry, {
    name: "tenantops_outbox_pending",
    help: `Events that are committed and not yet published, counted up to ${countedMax}`,
    ask,
  });
  const oldest = gauge(registry, {
    name: "tenantops_outbox_oldest_seconds",
    help: "Age of the oldest event that is not yet published",
    ask,
  });
  const active = gauge(registry, {
    name: "tenantops_relay_active",
    help: "1 in the replica that publishes the service's events, 0 in those that stand by",
    ask: () => active.set(isActive() ? 1 : 0),
  });
  const deadLetters = gauge(registry, {
    name: "tenantops_dead_letters",
    help: "Events of this service's listeners that were given up and wait for a person",
    ask: async () =>
      deadLetters.set(
        await database.infrastructure<DeadLetterRow>("deadLetters").estimatedDocumentCount({ maxTimeMS: questionMs }),
      ),
  });
}

async function waiting(outbox: Collection<OutboxRow>): Promise<{ count: number; oldestSeconds: number }> {
  const unpublished = { publishedAt: null };
  const first = await outbox.findOne(unpublished, {
    sort: { _id: 1 },
    projection: { createdAt: 1 },
    maxTimeMS: questionMs,
  });
  if (!first) return { count: 0, oldestSeconds: 0 };
  const count = await outbox.countDocuments(unpublished, { limit: countedMax, maxTimeMS: questionMs });
  return { count, oldestSeconds: Math.max(0, (Date.now() - first.createdAt.getTime()) / 1000) };
}

interface AskedGauge {
  name: string;
  help: string;
  ask: () => void | Promise<void>;
}

/** A gauge that asks when it is scraped. An answer that does not come leaves the last one standing and the scrape whole. */
function gauge(registry: Registry, { name, help, ask }: AskedGauge): Gauge {
  // A relay that is started again in the same process takes the place of the one before it.
  registry.removeSingleMetric(name);
  return new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const asking = Promise.resolve().then(ask);
      await Promise.race([asking, sleep(questionMs, undefined, { ref: false })]).catch(() => undefined);
      asking.catch(() => undefined);
    },
  });
}
