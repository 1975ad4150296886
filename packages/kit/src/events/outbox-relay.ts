import { setTimeout as sleep } from "node:timers/promises";
import type { ChangeStream, Collection } from "mongodb";
import type { JetStreamClient, JetStreamManager } from "nats";
import { type Bus, ensureEventStream } from "./bus.js";
import { newId } from "../data/ids.js";
import { type LeaseRow, outboxDays, type OutboxRow, takenByStream } from "../data/infrastructure.js";
import { acquireLease, releaseLease } from "../data/lease.js";
import type { Database } from "../data/database.types.js";
import { registerOutboxMetrics } from "./outbox-metrics.js";
import type { Logger, Metrics } from "../telemetry/telemetry.js";
import { tracePublish } from "./event-tracing.js";

const batchSize = 256;
const renewMs = 2000;
const slowPollMs = 5000;
const publishTimeoutMs = 2000;
/** After a round in which single events were refused. */
const againMs = 1000;

export interface OutboxRelay {
  stop(): Promise<void>;
}

/**
 * Publishes what transactions announced. One relay per service works at a time; the others stand by.
 * Woken by a commit in this process and by a change stream for commits elsewhere; the slow poll behind both finds what they missed.
 */
export function startOutboxRelay(options: {
  database: Database;
  bus: Bus;
  logger: Logger;
  metrics: Metrics;
}): OutboxRelay {
  const { database, bus, logger, metrics } = options;
  const outbox = database.infrastructure<OutboxRow>("outbox");
  const leases = database.infrastructure<LeaseRow>("leases");
  const holder = newId("relay");
  const alarm = newAlarm();
  const stopping = new AbortController();
  let stopped = false;
  let isActive = false;
  let courier: Courier | undefined;
  let changes: ChangeStream | undefined;

  registerOutboxMetrics(metrics.registry, database, () => isActive);
  database.onCommit(alarm.ring);
  let renewing = renew();
  const renewal = setInterval(() => void (renewing = renew()), renewMs).unref();
  const running = run();

  async function renew(): Promise<void> {
    try {
      const active = await acquireLease(leases, "relay", holder);
      if (active && !isActive) alarm.ring();
      isActive = active;
    } catch (error) {
      // Without the database there is nothing to publish either.
      isActive = false;
      logger.warn({ err: error }, "relay lease not renewed");
    }
  }

  async function run(): Promise<void> {
    await renewing;
    let failures = 0;
    while (!stopped) {
      try {
        const areAllOut = !isActive || (await publishAll());
        failures = 0;
        if (!stopped) await alarm.wait(areAllOut ? slowPollMs : againMs);
      } catch (error) {
        failures += 1;
        logger.warn({ err: error, failures }, "events could not be published; they are kept");
        // Not by the alarm: each commit would ring it, and ask and log once more.
        await pause(Math.min(250 * 2 ** Math.min(failures, 5), slowPollMs));
      }
    }
  }

  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  }

  /** @returns false when single events were refused; they wait for the next round */
  async function publishAll(): Promise<boolean> {
    watchElsewhere();
    courier ??= await openCourier(bus);
    // An idle round asks the stream for its age as well: a lost stream is noticed without a new event.
    await courier.refresh(outbox);
    let areAllOut = true;
    let more = true;
    while (more && !stopped && isActive) {
      const rows = await outbox.find({ publishedAt: null }, { sort: { _id: 1 }, limit: batchSize }).toArray();
      const { taken, failure } = await courier.deliver(outbox, rows);
      metrics.outboxPublished.inc(taken);
      if (failure) {
        // Nothing gets through: an outage. If something does, the others need not wait for what is refused.
        if (taken === 0) throw failure;
        logger.warn({ err: failure, taken, refused: rows.length - taken }, "some events could not be published");
        areAllOut = false;
      }
      more = rows.length === batchSize;
    }
    return areAllOut;
  }

  function watchElsewhere(): void {
    if (changes && !changes.closed) return;
    changes = outbox.watch([{ $match: { operationType: "insert" } }], { maxAwaitTimeMS: 10_000 });
    changes.on("change", alarm.ring);
    changes.on("error", () => void changes?.close());
  }

  return {
    async stop() {
      stopped = true;
      clearInterval(renewal);
      stopping.abort();
      alarm.ring();
      await running;
      // One that is under way would take the lease back that is given up below.
      await renewing;
      await changes?.close();
      await releaseLease(leases, "relay", holder).catch(() => undefined);
    },
  };
}

/** What carries one batch to JetStream and notes which stream took it. */
interface Courier {
  refresh(outbox: Collection<OutboxRow>): Promise<void>;
  /** @returns how many JetStream took, and why it did not take one of the others */
  deliver(outbox: Collection<OutboxRow>, rows: OutboxRow[]): Promise<{ taken: number; failure?: Error }>;
}

async function openCourier(bus: Bus): Promise<Courier> {
  const connection = bus.current();
  if (!connection) throw new Error("NATS is not connected");
  const manager: JetStreamManager = await connection.jetstreamManager();
  const jetstream: JetStreamClient = connection.jetstream();
  let stream = "";
  return {
    async refresh(outbox) {
      const born = await ensureEventStream(manager);
      if (born === stream) return;
      // An acknowledgement says "taken", not "on disk". What another stream took may be lost with it, so all of it goes out again.
      const since = new Date(Date.now() - outboxDays * 24 * 3600 * 1000);
      await outbox.updateMany(
        { publishedAt: { $gte: since }, stream: { $exists: true, $ne: born } },
        { $set: { publishedAt: null }, $unset: { stream: 1 } },
        // By publishedAt it would look at every event of a week, at each change of relays, and never end in time.
        { hint: takenByStream },
      );
      stream = born;
    },
    async deliver(outbox, rows) {
      if (rows.length === 0) return { taken: 0 };
      const results = await Promise.allSettled(
        rows.map((row) =>
          tracePublish(row, (headers) =>
            jetstream.publish(row.subject, row.envelope.buffer, {
              msgID: row._id,
              timeout: publishTimeoutMs,
              ...headers,
            }),
          ),
        ),
      );
      const taken = rows.filter((_, index) => results[index]?.status === "fulfilled").map((row) => row._id);
      await outbox.updateMany({ _id: { $in: taken } }, { $set: { publishedAt: new Date(), stream } });
      const failure = results.find((result) => result.status === "rejected");
      const cause: unknown = failure?.reason;
      return {
        taken: taken.length,
        ...(failure && { failure: new Error("JetStream did not take an event", { cause }) }),
      };
    },
  };
}

/** Somebody who waits, and others who may wake him. A ring while he is busy is not lost. */
function newAlarm() {
  let isRung = false;
  let wake: (() => void) | undefined;
  return {
    ring: () => {
      isRung = true;
      wake?.();
    },
    wait: async (longestMs: number): Promise<void> => {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, longestMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wake = undefined;
      isRung = false;
    },
  };
}
