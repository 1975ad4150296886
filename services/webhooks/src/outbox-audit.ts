import { fromBinary } from "@bufbuild/protobuf";
import { createRecheck, type Database, type OutboxRow, type Pause } from "@tenant-ops/kit/data";
import type { OtherDatabases } from "@tenant-ops/kit/process";
import { EventEnvelopeSchema } from "@tenant-ops/proto/common";
import { webhookEvents } from "@tenant-ops/proto/events";
import { clockDifferenceMsMax, type Endpoint, isSubscribed } from "./endpoints/endpoints.rules.js";
import { findEventType } from "./events/catalogue.js";

const hourMs = 3_600_000;
/** Younger events may not be processed yet; older ones are about to be deleted. */
const fromMs = 6 * 24 * hourMs;
const untilMs = hourMs;
const rowsPerBatch = 200;

interface PublishedEvent {
  id: string;
  businessId: string;
  type: string;
  occurredAt: Date;
}

interface Owned {
  businessId: string;
}

/** The services whose events tenants receive. */
export const publishers = [...new Set(webhookEvents.map(({ area }) => area))].filter((area) => area !== "webhooks");

/**
 * Checks that each published event in the outboxes of the other services has a delivery to each endpoint that is subscribed to it. Events at
 * the time at which a subscription began are left out: they may have been processed before or after it.
 * @returns how many events were compared
 */
export async function compareOutbox(
  outbox: Database,
  db: Database,
  addProblem: (sentence: string) => void,
  pause?: Pause,
) {
  let compared = 0;
  let batch: PublishedEvent[] = [];
  // Endpoints and deliveries are read one after the other, and an endpoint is deleted with its deliveries.
  const checkAgain = async (events: readonly PublishedEvent[]) => {
    for (const { event, endpointId } of await findMissing(db, events))
      addProblem(`${event.id} of ${event.businessId}: was published, and has no delivery to ${endpointId}`);
  };
  const recheck = createRecheck(db, checkAgain, pause);
  const compareBatch = async () => {
    compared += batch.length;
    const missing = await findMissing(db, batch);
    await recheck.add([...new Set(missing.map(({ event }) => event))]);
    batch = [];
  };
  const now = Date.now();
  const published = { publishedAt: { $gt: new Date(now - fromMs), $lt: new Date(now - untilMs) } };
  const stages = [{ $match: published }, { $project: { businessId: 1, events: 1 } }];
  for await (const row of outbox.acrossBusinesses<OutboxRow>("outbox", stages, { isSnapshot: false })) {
    batch.push(...listPublished(row));
    if (batch.length >= rowsPerBatch) await compareBatch();
  }
  await compareBatch();
  await recheck.finish();
  return compared;
}

function listPublished({ businessId, events }: OutboxRow): PublishedEvent[] {
  return events.flatMap(({ _id: id, envelope }) => {
    const { type: message, occurredAt } = fromBinary(EventEnvelopeSchema, envelope.buffer);
    const type = findEventType(message);
    return type === undefined ? [] : [{ id, businessId, type, occurredAt: new Date(occurredAt) }];
  });
}

async function findMissing(
  db: Database,
  events: readonly PublishedEvent[],
): Promise<{ event: PublishedEvent; endpointId: string }[]> {
  if (events.length === 0) return [];
  const ofBusinesses = { businessId: { $in: [...new Set(events.map(({ businessId }) => businessId))] } };
  const endpoints: (Endpoint & Owned)[] = [];
  for await (const endpoint of db.acrossBusinesses<Endpoint & Owned>("endpoints", [{ $match: ofBusinesses }]))
    endpoints.push(endpoint);
  const delivered = new Set<string>();
  const eventIds = events.map(({ id }) => id);
  const stages = [
    { $match: { ...ofBusinesses, eventId: { $in: eventIds } } },
    { $project: { eventId: 1, endpointId: 1 } },
  ];
  for await (const { eventId, endpointId } of db.acrossBusinesses<Record<string, string>>("deliveries", stages))
    delivered.add(`${eventId} ${endpointId}`);
  return events.flatMap((event) =>
    endpoints
      .filter((endpoint) => wants(endpoint, event) && !delivered.has(`${event.id} ${endpoint._id}`))
      .filter(() => !db.closedBusinesses.isDeleting(event.businessId))
      .map(({ _id: endpointId }) => ({ event, endpointId })),
  );
}

function wants(endpoint: Endpoint & Owned, { businessId, type, occurredAt }: PublishedEvent): boolean {
  const certainlyAfter = new Date(occurredAt.getTime() - 2 * clockDifferenceMsMax);
  return (
    endpoint.businessId === businessId &&
    endpoint.status === "enabled" &&
    isSubscribed(endpoint, { type, occurredAt: certainlyAfter }, occurredAt)
  );
}

/** The other services have their databases beside this one, under names of the same form. */
export async function comparePublishedEvents({ db, open, addProblem, print }: OtherDatabases): Promise<void> {
  if (!db.name.endsWith("webhooks"))
    return print(`the database ${db.name} has a name of its own; no outbox was compared.`);
  for (const service of publishers) {
    let other: Database | undefined;
    try {
      other = await open(db.name.replace(/webhooks$/, service));
      const compared = await compareOutbox(other, db, addProblem);
      print(`${compared} events of ${service} were compared with their deliveries.`);
    } catch (error) {
      // Each service may have its own MongoDB, and its user may lack the right to read the outboxes of others.
      if (!isNotAuthorized(error)) throw error;
      print(`the events of ${service} were not compared: the user may not read its outbox.`);
    } finally {
      await other?.close();
    }
  }
}

const isNotAuthorized = (error: unknown) => error instanceof Error && "code" in error && error.code === 13;
