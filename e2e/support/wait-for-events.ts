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
    const { consumers } = await nats.jetstreamManager();
    await eventually(async () => {
      for (const { name } of own) {
        const waiting = await mongo.db(name).collection("outbox").countDocuments({ publishedAt: null });
        expect([name, waiting]).toEqual([name, 0]);
      }
      for await (const { name, num_pending, num_ack_pending } of consumers.list("EVENTS"))
        expect([name, num_pending, num_ack_pending]).toEqual([name, 0, 0]);
    }, 90_000);
  } finally {
    await Promise.all([mongo.close(), nats.close()]);
  }
}
