import type { JetStreamManager, MsgRequest, StoredMsg } from "nats";
import { eventStream } from "../events/event-stream.js";
import { eraseInEvent } from "./erase-events.js";
import type { ErasureRun } from "./privacy.types.js";

const messagesPerPart = 1000;
const notFound = "404";
const timeoutMs = 2000;

/**
 * Replaces events in the stream that name the person. The changed event is published with the id of the original before that is
 * deleted: a consumer that has not read the original yet reads the changed one, and another one recognises it as a duplicate.
 */
export async function eraseStream(run: ErasureRun, position: string | undefined): Promise<string | undefined> {
  const { bus, service, call, requestId } = run;
  // A service without events has no messages, and may have no rights to look.
  if (!run.life.events?.length) return undefined;
  const connection = bus.current();
  if (!connection) throw new Error("NATS is not connected");
  const manager = await connection.jetstreamManager();
  const jetstream = connection.jetstream();
  const subject = `events.${service}.${call.businessId}.>`;
  let sequence = Number(position ?? 1);
  for (let count = 0; count < messagesPerPart; count += 1) {
    const message = await findNext(manager, subject, sequence);
    if (!message) return undefined;
    sequence = message.seq + 1;
    const erased = eraseInEvent(run, message.data);
    if (erased) {
      // Another id than that of the original, which JetStream would drop as a duplicate for two minutes.
      await jetstream.publish(message.subject, erased, { msgID: `${requestId}|${message.seq}`, timeout: timeoutMs });
      await manager.streams.deleteMessage(eventStream, message.seq, true);
      await run.changeRow("EVENTS", async () => true);
    }
    if (run.isOver()) break;
  }
  return String(sequence);
}

async function findNext(manager: JetStreamManager, subject: string, seq: number): Promise<StoredMsg | undefined> {
  // The type of the client lacks this field of the request, which every supported server knows.
  const request = { seq, next_by_subj: subject } as MsgRequest;
  return manager.streams.getMessage(eventStream, request).catch((error: { code?: string }) => {
    if (error.code === notFound) return undefined;
    throw error;
  });
}
