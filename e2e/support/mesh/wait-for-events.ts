import { eventually } from "@tenant-ops/kit/testing";
import { MongoClient } from "mongodb";
import { connect } from "nats";
import { expect } from "vitest";
import type { TestMesh } from "./test-mesh.js";

/**
 * Waits until every event that was committed before is published, and webhooks has processed it. Otherwise a test that counts or compares records
 * would also find records of events that arrive during it.
 */
export async function waitForEvents({ mesh }: Pick<TestMesh, "mesh">): Promise<void> {
  const [mongo, nats] = await Promise.all([
    new MongoClient(mesh.mongodbUrl).connect(),
    connect({ servers: mesh.natsUrl }),
  ]);
  try {
    const { databases } = await mongo.db().admin().listDatabases({ nameOnly: true });
    const own = databases.filter(({ name }) => name.startsWith(mesh.databasePrefix));
    const { consumers, streams } = await nats.jetstreamManager();
    // Only what is there now: other tests may use the mesh, and write all the time.
    const isWaiting = { publishedAt: null };
    for (const { name } of own) {
      const outbox = mongo.db(name).collection("outbox");
      const waiting = (await outbox.find(isWaiting, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
      await eventually(async () => {
        const left = await outbox.countDocuments({ _id: { $in: waiting }, ...isWaiting });
        expect([name, left]).toEqual([name, 0]);
      }, 90_000);
    }
    const { last_seq } = (await streams.info("EVENTS")).state;
    await eventually(async () => {
      for await (const { name, num_pending, num_ack_pending, ack_floor } of consumers.list("EVENTS")) {
        // The floor of a consumer whose subject has no newer message stays below.
        const isDone = ack_floor.stream_seq >= last_seq || num_pending + num_ack_pending === 0;
        expect([name, isDone]).toEqual([name, true]);
      }
    }, 90_000);
  } finally {
    await Promise.all([mongo.close(), nats.close()]);
  }
}
