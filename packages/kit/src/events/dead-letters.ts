import { Binary } from "mongodb";
import type { JsMsg } from "nats";
import type { DeadLetterRow } from "../data/infrastructure.js";
import type { EventListenerOptions } from "./event-listener.types.js";

const retryDelayMs = 60_000;

/** Stores a message that cannot be processed in `deadLetters` and ends its delivery. Without the database it is redelivered. */
export async function storeDeadLetter(
  message: JsMsg,
  { listener, database, logger }: EventListenerOptions,
  error: unknown,
): Promise<void> {
  try {
    await database.infrastructure<DeadLetterRow>("deadLetters").updateOne(
      { _id: `${listener.name}|${message.seq}|${message.info.timestampNanos}` },
      {
        $setOnInsert: {
          consumer: listener.name,
          subject: message.subject,
          data: new Binary(message.data),
          error: error instanceof Error ? error.message : String(error),
          at: new Date(),
        },
      },
      { upsert: true },
    );
    message.term();
  } catch (failure) {
    logger.error({ err: failure, consumer: listener.name }, "dead letter not stored, event will be redelivered");
    message.nak(retryDelayMs);
  }
}
