// Makes the store of a NATS server with `max_file_store` full, as a full disk is for JetStream: it refuses every message.
import { connect } from "nats";

const filler = "FILLER";
/** The error codes of a full store: JSInsufficientResourcesErr and JSStorageResourcesExceededErr of nats-server. */
const fullCodes = [10_023, 10_047];

/**
 * Stores messages of a stream of its own, first big ones, then small ones, until not even one of a byte has room.
 * @returns `empty()`, which deletes them
 */
export async function fillStore(natsUrl) {
  const connection = await connect({ servers: natsUrl });
  try {
    const { streams } = await connection.jetstreamManager();
    await streams.add({ name: filler, subjects: ["filler"] });
    await publishUntilFull(connection.jetstream(), "filler");
    return {
      empty: async () => {
        await streams.delete(filler);
        await connection.close();
      },
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** @throws Error when nothing was stored, or when a message was refused for another reason than a full store */
export async function publishUntilFull(jetstream, subject) {
  let stored = 0;
  const hasRoom = async (bytes) => {
    try {
      await jetstream.publish(subject, new Uint8Array(bytes));
      stored += 1;
      return true;
    } catch (error) {
      // The code 503 alone is also "no responders": JetStream does not answer, and nothing is full.
      if (!fullCodes.includes(error.api_error?.err_code)) throw error;
      return false;
    }
  };
  for (const bytes of [512 * 1024, 64 * 1024, 1024, 1]) while (await hasRoom(bytes));
  if (stored === 0) throw new Error("the store was full before the first message, so it is not known why");
}
