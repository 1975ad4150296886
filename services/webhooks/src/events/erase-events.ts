import type { ErasureStepContext } from "@tenant-ops/kit/data";
import { webhookEvents } from "@tenant-ops/proto/events";
import { Binary } from "mongodb";
import type { StoredEvent } from "./events.store.js";

const personFields = new Map(
  webhookEvents.map(({ type, fields }) => [type, fields.flatMap(({ name, isPerson }) => (isPerson ? [name] : []))]),
);

/**
 * Replaces the person in the bodies that attempts send. Pending deliveries then send the changed body. The business must erase what its receivers
 * have got already.
 */
export async function eraseEvents(context: ErasureStepContext, position?: string): Promise<string | undefined> {
  const { rows, next } = await context.findSlice<StoredEvent>("events", position, ["type", "body"]);
  for (const { _id, type, body } of rows) {
    if (eraseInBody(context, type, body))
      await context.change("events", async (scope) => {
        const events = scope.collection<StoredEvent>("events");
        const stored = await events.findById(_id);
        const erased = stored && eraseInBody(context, stored.type, stored.body);
        if (erased) await events.updateOne({ _id }, { $set: { body: erased } });
        return erased ? 1 : 0;
      });
    if (context.isOver()) return _id;
  }
  return next;
}

function eraseInBody({ isOfPerson, tombstone }: ErasureStepContext, type: string, body: Binary): Binary | undefined {
  const envelope = JSON.parse(Buffer.from(body.buffer).toString("utf8")) as { data: Record<string, unknown> };
  const named = (personFields.get(type) ?? []).filter((name) => isOfPerson(envelope.data[name], ["userId"]));
  if (named.length === 0) return undefined;
  const data = { ...envelope.data, ...Object.fromEntries(named.map((name) => [name, tombstone])) };
  return new Binary(Buffer.from(JSON.stringify({ ...envelope, data })));
}
