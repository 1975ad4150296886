// A mongod that was started with --replSet refuses reads and writes until its replica set is initiated.
import { setTimeout as sleep } from "node:timers/promises";
import { MongoClient } from "mongodb";

const timeoutMs = 120_000;
/** Server error codes NotYetInitialized and AlreadyInitialized. */
const notYetInitialized = 94;
const alreadyInitialized = 23;

/** Initiates a replica set whose only member is the host in `url`, and waits until it is primary. Safe to repeat. */
export async function initiateReplicaSet(url, name = "rs0") {
  if (!url) throw new Error("replica-set needs a MongoDB URL");
  const { host } = new URL(url);
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      if (await initiateAndCheckPrimary(url, { _id: name, members: [{ _id: 0, host }] })) break;
    } catch (error) {
      // Expected while mongod starts and while it elects its primary.
      if (Date.now() > deadline) throw error;
    }
    await sleep(500);
  }
  process.stdout.write(`${host} is the primary of ${name}\n`);
}

async function initiateAndCheckPrimary(url, config) {
  const client = new MongoClient(url, { directConnection: true, serverSelectionTimeoutMS: 2000 });
  try {
    const admin = client.db("admin");
    try {
      await admin.command({ replSetGetStatus: 1 });
    } catch (error) {
      if (error.code !== notYetInitialized) throw error;
      await admin.command({ replSetInitiate: config }).catch((failure) => {
        if (failure.code !== alreadyInitialized) throw failure;
      });
    }
    return (await admin.command({ hello: 1 })).isWritablePrimary;
  } finally {
    await client.close();
  }
}
