import { fromBinary } from "@bufbuild/protobuf";
import { EventEnvelopeSchema } from "@tenant-ops/proto/common";
import { Binary } from "mongodb";
import type { JetStreamManager, MsgRequest, StoredMsg } from "nats";
import type { Call } from "../call/call.js";
import type { OutboxRow } from "../data/infrastructure.js";
import type { WriteScope } from "../data/tenancy/scope.types.js";
import { eventStream } from "../events/event-stream.js";
import { eraseInEvent, readEventIfValid } from "./erase-events.js";
import type { ErasureRun, PrivacyOptions } from "./privacy.types.js";

const messagesPerPart = 1000;
const notFound = "404";

/**
 * Replaces events in the stream that name the person. The changed event is stored in the outbox before the original is deleted, and the relay
 * sends it. A consumer that has not read the original reads the changed event; a consumer that has read it recognises a duplicate. This also works
 * while the stream is full, because the deletion frees space.
 */
export async function eraseStream(run: ErasureRun, position: string | undefined): Promise<string | undefined> {
  return forEachMessage(run, position, async (message, remove) => {
    const event = readEventIfValid(run, message.data);
    if (!event) {
      await remove();
      return run.count("EVENTS", 1);
    }
    const erased = eraseInEvent(run, event);
    if (!erased) return;
    await run.change("EVENTS", (scope) => storeChanged(scope, run.requestId, message, erased));
    await remove();
  });
}

interface StreamRun extends PrivacyOptions {
  call: Pick<Call, "businessId">;
  isOver: () => boolean;
}

/**
 * Calls `work` for the events of the business in the stream that this service has published, from a position on.
 * @param work gets a message, and a function that deletes it and overwrites its bytes
 * @returns the position of the next call; undefined at the end
 */
export async function forEachMessage(
  { bus, service, life, call, isOver }: StreamRun,
  position: string | undefined,
  work: (message: StoredMsg, remove: () => Promise<void>) => Promise<void>,
): Promise<string | undefined> {
  // A service without events has no messages, and may have no rights to read the stream.
  if (!life.events?.length) return undefined;
  const connection = bus.current();
  if (!connection) throw new Error("NATS is not connected");
  const manager = await connection.jetstreamManager();
  const subject = `events.${service}.${call.businessId}.>`;
  let sequence = Number(position ?? 1);
  for (let count = 0; count < messagesPerPart; count += 1) {
    const message = await findNext(manager, { seq: sequence, next_by_subj: subject });
    if (!message) return undefined;
    sequence = message.seq + 1;
    await work(message, () => deleteMessage(manager, message.seq));
    if (isOver()) break;
  }
  return String(sequence);
}

/** @returns 0 when an earlier call stored the event and was interrupted before it deleted the original */
async function storeChanged(
  scope: WriteScope,
  requestId: string,
  { seq, subject }: StoredMsg,
  erased: Uint8Array,
): Promise<number> {
  const outbox = scope.collection<Omit<OutboxRow, "businessId">>("outbox");
  // Not the id of the original message: JetStream would drop it as a duplicate for two minutes. It contains the id of the event, because the
  // sequence of a stream that was lost starts again at the first number.
  const _id = `${requestId}|${fromBinary(EventEnvelopeSchema, erased).id}|${seq}`;
  if (await outbox.findById(_id)) return 0;
  const event = { _id, subject, envelope: new Binary(erased) };
  await outbox.insertOne({ _id, events: [event], createdAt: scope.now, publishedAt: null });
  return 1;
}

/** Succeeds also when another process has deleted the message, or it has expired meanwhile. */
async function deleteMessage(manager: JetStreamManager, seq: number): Promise<void> {
  try {
    await manager.streams.deleteMessage(eventStream, seq, true);
  } catch (error) {
    if (await findNext(manager, { seq })) throw error;
  }
}

async function findNext(manager: JetStreamManager, request: object): Promise<StoredMsg | undefined> {
  // The type of the client lacks `next_by_subj`, which every supported server knows.
  return manager.streams.getMessage(eventStream, request as MsgRequest).catch((error: { code?: string }) => {
    if (error.code === notFound) return undefined;
    throw error;
  });
}
