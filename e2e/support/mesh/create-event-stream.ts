import { ensureEventStream } from "@tenant-ops/kit/events";
import { connect } from "nats";

/** Creates the stream of events where no webhooks runs, which does it in an installation. */
export async function createEventStream(natsUrl: string): Promise<void> {
  const connection = await connect({ servers: natsUrl });
  await ensureEventStream(await connection.jetstreamManager(), 0);
  await connection.close();
}
