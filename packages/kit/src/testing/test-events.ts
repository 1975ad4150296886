import { fromBinary } from "@bufbuild/protobuf";
import { type EventEnvelope, EventEnvelopeSchema } from "@tenant-ops/proto/common";
import type { OutboxRow } from "../data/infrastructure.js";
import type { RunningService } from "../process/service.types.js";
import { eventually } from "./eventually.js";

/** Collects the events that are published to JetStream, each once, also when the relay sent it several times. */
export async function collectEvents(running: RunningService<unknown>): Promise<EventEnvelope[]> {
  const events: EventEnvelope[] = [];
  const known = new Set<string>();
  const connection = await running.context.bus.connected();
  connection.subscribe("events.>", {
    callback: (error, message) => {
      if (error) return;
      const envelope = parseEnvelope(message.data);
      if (!envelope || known.has(envelope.id)) return;
      known.add(envelope.id);
      events.push(envelope);
    },
  });
  await connection.flush();
  return events;
}

/** All tests share the broker, some publish garbage on purpose, and an error in a callback would close the connection. */
function parseEnvelope(data: Uint8Array): EventEnvelope | undefined {
  try {
    return fromBinary(EventEnvelopeSchema, data);
  } catch {
    return undefined;
  }
}

/** Resolves when every event of the business was published and collected. */
export async function waitUntilPublished(
  running: RunningService<unknown>,
  businessId: string,
  events: readonly EventEnvelope[],
): Promise<void> {
  const outbox = running.context.db.infrastructure<OutboxRow>("outbox");
  await eventually(async () => {
    const rows = await outbox.find({ businessId }, { projection: { "events._id": 1 } }).toArray();
    const published = new Set(events.map(({ id }) => id));
    const missing = rows.flatMap((row) => row.events).filter(({ _id }) => !published.has(_id));
    if (missing.length > 0) throw new Error(`${missing.length} events of ${businessId} are not published yet`);
  });
}
