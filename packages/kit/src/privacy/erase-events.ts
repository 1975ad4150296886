import { create, fromBinary, getOption, hasOption, toBinary, type DescMessage, type Message } from "@bufbuild/protobuf";
import { type EventEnvelope, EventEnvelopeSchema, publicField } from "@tenant-ops/proto/common";
import { Binary } from "mongodb";
import type { DeadLetterRow, OutboxRow } from "../data/infrastructure.js";
import type { WriteScope } from "../data/tenancy/scope.types.js";
import { replaceValue } from "./erasure.rules.js";
import type { ErasureRun } from "./privacy.types.js";
import { findDeadLetters } from "./slices.store.js";

/** The kinds of values in the fields of events that name a person. */
const idKinds = ["userId"] as const;

/** An event that was read. Without `schema` and `message` it is of a type that this service does not know. */
interface ReadEvent {
  envelope: EventEnvelope;
  schema: DescMessage | undefined;
  message: Message | undefined;
}

/** @throws Error when the bytes are not an event */
function readEvent({ life }: Pick<ErasureRun, "life">, data: Uint8Array): ReadEvent {
  const envelope = fromBinary(EventEnvelopeSchema, data);
  const schema = life.events?.find(({ typeName }) => typeName === envelope.type);
  return { envelope, schema, message: schema && fromBinary(schema, envelope.data) };
}

/**
 * @returns the event; undefined when the bytes are not one. Nothing shows which persons such bytes contain, and no consumer can process them:
 *   an erasure deletes them.
 */
export function readEventIfValid(run: Pick<ErasureRun, "life">, data: Uint8Array): ReadEvent | undefined {
  try {
    return readEvent(run, data);
  } catch {
    return undefined;
  }
}

/**
 * Returns the event without the person; undefined when the person is not in it. The event's id and all other fields stay, so consumers
 * recognise it as the same event.
 */
export function eraseInEvent(run: ErasureRun, { envelope, schema, message }: ReadEvent): Uint8Array | undefined {
  if (!schema || !message) return undefined;
  const named = listPersonFields(schema).filter((name) => run.matcher.isOfPerson(readField(message, name), idKinds));
  if (named.length === 0) return undefined;
  const replaced = Object.fromEntries(named.map((name) => [name, replaceValue(idKinds, run.tombstone)]));
  return toBinary(EventEnvelopeSchema, {
    ...envelope,
    data: toBinary(schema, create(schema, { ...message, ...replaced })),
  });
}

/** The fields of an event that name a person, as the contract says. */
function listPersonFields({ fields }: DescMessage): string[] {
  return fields
    .filter((field) => hasOption(field, publicField) && getOption(field, publicField).isPerson)
    .map(({ localName }) => localName);
}

const readField = (message: Message, name: string): unknown => (message as unknown as Record<string, unknown>)[name];

type StoredRow = Omit<OutboxRow, "businessId">;

/** Changes the events in the outbox: those not published yet, and those kept in case the stream is lost. */
export async function eraseOutbox(run: ErasureRun, position: string | undefined): Promise<string | undefined> {
  const fields = ["events._id", "events.envelope"];
  const { rows, next } = await run.findSlice<StoredRow>("outbox", position, fields);
  for (const row of rows) {
    if (findChanged(run, row).length > 0) await run.change("outbox", (scope) => eraseInRow(run, scope, row._id));
    if (run.isOver()) return row._id;
  }
  return next;
}

interface ChangedEvent {
  _id: string;
  envelope: Binary;
}

function findChanged(run: ErasureRun, row: StoredRow): ChangedEvent[] {
  return row.events.flatMap(({ _id, envelope }) => {
    const erased = eraseInEvent(run, readEvent(run, envelope.buffer));
    return erased ? [{ _id, envelope: new Binary(erased) }] : [];
  });
}

async function eraseInRow(run: ErasureRun, scope: WriteScope, rowId: string): Promise<number> {
  const outbox = scope.collection<OutboxRow>("outbox");
  const row = await outbox.findById(rowId);
  const changed = row ? findChanged(run, row) : [];
  for (const { _id, envelope } of changed)
    await outbox.updateOne({ _id: rowId, "events._id": _id }, { $set: { "events.$.envelope": envelope } });
  return changed.length > 0 ? 1 : 0;
}

const deadLettersPerPart = 100;

/** Changes events in dead letters. */
export async function eraseDeadLetters(run: ErasureRun, position: string | undefined): Promise<string | undefined> {
  const { rows, next } = await findDeadLetters(run, position, deadLettersPerPart);
  for (const row of rows) {
    await eraseDeadLetter(run, row);
    if (run.isOver()) return row._id;
  }
  return next;
}

async function eraseDeadLetter(run: ErasureRun, { _id, data }: DeadLetterRow): Promise<void> {
  const deadLetters = run.db.infrastructure<DeadLetterRow>("deadLetters");
  const event = readEventIfValid(run, data.buffer);
  if (!event) {
    const { deletedCount } = await deadLetters.deleteOne({ _id, data });
    return run.count("deadLetters", deletedCount);
  }
  const erased = eraseInEvent(run, event);
  if (!erased) return;
  const { modifiedCount } = await deadLetters.updateOne({ _id, data }, { $set: { data: new Binary(erased) } });
  // Another erasure has changed the row meanwhile: the next call starts with this row again.
  if (modifiedCount === 0) throw new Error(`the dead letter ${_id} was changed meanwhile`);
  await run.count("deadLetters", 1);
}
