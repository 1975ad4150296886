import { connect } from "nats";

/** Sends the events of the outbox to a stream of JetStream, 256 at a time, and marks them as sent. */
export async function startRelay(db, natsUrl) {
  const connection = await connect({ servers: natsUrl });
  const manager = await connection.jetstreamManager();
  await manager.streams.add({ name: "MONOLITH", subjects: ["monolith.>"], storage: "file" });
  const stream = connection.jetstream();
  const outbox = db.collection("outbox");
  let wake = () => {};
  let isNotified = false;

  async function sendPending() {
    const rows = await outbox.find({ publishedAt: null }, { sort: { _id: 1 }, limit: 256, batchSize: 257 }).toArray();
    await Promise.all(rows.map(({ _id, event }) => stream.publish("monolith.withdrawal", event, { msgID: _id })));
    const ids = rows.map(({ _id }) => _id);
    if (ids.length > 0) await outbox.updateMany({ _id: { $in: ids } }, { $set: { publishedAt: new Date() } });
    return rows.length;
  }

  async function run() {
    for (;;) {
      isNotified = false;
      while ((await sendPending()) === 256);
      if (!isNotified) await new Promise((resolve) => ((wake = resolve), setTimeout(resolve, 5000).unref()));
    }
  }
  run().catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  });
  return {
    notify: () => {
      isNotified = true;
      wake();
    },
  };
}
