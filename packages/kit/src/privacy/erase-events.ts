import { create, fromBinary, getOption, hasOption, toBinary, type DescMessage, type Message } from "@bufbuild/protobuf";
import { EventEnvelopeSchema, publicField } from "@tenant-ops/proto/common";
import { Binary } from "mongodb";
import { createSystemCall } from "../call/call.js";
import type { DeadLetterRow, OutboxRow, SingleEventRow } from "../data/infrastructure.js";
import type { WriteScope } from "../data/scope.types.js";
import { countChanged } from "./erasure-progress.store.js";
import { replaceValue } from "./erasure.rules.js";
import type { ErasureRun } from "./privacy.types.js";

/**
 * An event without the person; undefined when the person is not in it. Ids of the event and all other fields stay, so consumers recognise
 * it as the same event.
 */
export function eraseInEvent(run: ErasureRun, data: Uint8Array): Uint8Array | undefined {
  const envelope = fromBinary(EventEnvelopeSchema, data);
  const schema = run.life.events?.find(({ typeName }) => typeName === envelope.type);
  const message = schema && fromBinary(schema, envelope.data);
  if (!schema || !message) return undefined;
  const named = listPersonFields(schema).filter((name) => run.matcher.isOfPerson(readField(message, name)));
  if (named.length === 0) return undefined;
  const replaced = Object.fromEntries(named.map((name) => [name, replaceValue(["userId"], run.tombstone)]));
  return toBinary(EventEnvelopeSchema, {
    ...envelope,
    data: toBinary(schema, create(schema, { ...message, ...replaced })),
  });
}

/** The fields of an event that name a person, as the contract says. */
export function listPersonFields({ fields }: DescMessage): string[] {
  return fields
    .filter((field) => hasOption(field, publicField) && getOption(field, publicField).isPerson)
    .map(({ localName }) => localName);
}

const readField = (message: Message, name: string): unknown => (message as unknown as Record<string, unknown>)[name];

type StoredRow = Omit<OutboxRow, "businessId"> | Omit<SingleEventRow, "businessId">;

/** Changes events that wait in the outbox, and those that are kept in case the stream is lost. */
export async function eraseOutbox(run: ErasureRun, position: string | undefined): Promise<string | undefined> {
  const { rows, next } = await run.findSlice<StoredRow>("outbox", position);
  for (const row of rows) {
    const events = "events" in row ? row.events : [row];
    const changed = events.flatMap(({ _id, envelope }) => {
      const erased = eraseInEvent(run, envelope.buffer);
      return erased ? [{ _id, envelope: new Binary(erased) }] : [];
    });
    if (changed.length === 0) continue;
    await run.changeRow("outbox", async (scope) => {
      const outbox = scope.collection<OutboxRow & SingleEventRow>("outbox");
      for (const { _id, envelope } of changed) {
        if ("events" in row)
          await outbox.updateOne({ _id: row._id, "events._id": _id }, { $set: { "events.$.envelope": envelope } });
        else await outbox.updateOne({ _id }, { $set: { envelope } });
      }
    });
  }
  return next;
}

/** Changes events that could not be processed. Their rows name no business, so all of them are read; there are few. */
export async function eraseDeadLetters(run: ErasureRun): Promise<undefined> {
  const deadLetters = run.db.infrastructure<DeadLetterRow>("deadLetters");
  for await (const { _id, subject, data } of deadLetters.find()) {
    if (subject.split(".")[2] !== run.call.businessId) continue;
    const erased = eraseInEvent(run, data.buffer);
    if (!erased) continue;
    await deadLetters.updateOne({ _id }, { $set: { data: new Binary(erased) } });
    await run.changeRow("deadLetters", async () => undefined);
  }
}

/** One row with its count. */
export async function changeRow(
  { db, call, requestId }: Pick<ErasureRun, "db" | "call" | "requestId">,
  collection: string,
  change: (scope: WriteScope) => Promise<void>,
): Promise<void> {
  const write = createSystemCall(call.businessId, "erasure of a person", { requestId: call.requestId });
  await db.transaction(write, async (scope) => {
    await change(scope);
    await countChanged(scope, requestId, collection, 1);
  });
}
