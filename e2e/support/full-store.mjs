// Makes the store of a NATS server with `max_file_store` full, as a full disk is for JetStream: it refuses every message.
import { connect } from "nats";

const filler = "FILLER";

/**
 * Stores messages of a stream of its own, first big ones, then small ones, until not even one of a byte has room.
 * @returns `empty()`, which deletes them
 */
export async function fillStore(natsUrl) {
  const connection = await connect({ servers: natsUrl });
  const { streams } = await connection.jetstreamManager();
  await streams.add({ name: filler, subjects: ["filler"] });
  const jetstream = connection.jetstream();
  const hasRoom = async (bytes) => {
    try {
      await jetstream.publish("filler", new Uint8Array(bytes));
      return true;
    } catch (error) {
      if (error.code !== "503") throw error;
      return false;
    }
  };
  for (const bytes of [512 * 1024, 64 * 1024, 1024, 1]) while (await hasRoom(bytes));
  return {
    empty: async () => {
      await streams.delete(filler);
      await connection.close();
    },
  };
}
