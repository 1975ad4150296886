// A mongod started with --replSet serves nothing until somebody tells it who its members are.
import { setTimeout as sleep } from "node:timers/promises";
import { MongoClient } from "mongodb";

const patienceMs = 120_000;
const notYetInitialised = 94;
const alreadyInitialised = 23;

/** Of one member, itself, under the name by which clients find it. Does nothing when it is a replica set already. */
export async function makeReplicaSet(url, name = "rs0") {
  if (!url) throw new Error("replica-set needs a MongoDB URL");
  const { host } = new URL(url);
  const end = Date.now() + patienceMs;
  for (;;) {
    try {
      if (await isPrimary(url, { _id: name, members: [{ _id: 0, host }] })) break;
    } catch (error) {
      // It is still starting, or electing itself.
      if (Date.now() > end) throw error;
    }
    await sleep(500);
  }
  process.stdout.write(`${host} is the primary of ${name}\n`);
}

async function isPrimary(url, config) {
  const client = new MongoClient(url, { directConnection: true, serverSelectionTimeoutMS: 2000 });
  try {
    const admin = client.db("admin");
    try {
      await admin.command({ replSetGetStatus: 1 });
    } catch (error) {
      if (error.code !== notYetInitialised) throw error;
      await admin.command({ replSetInitiate: config }).catch((failure) => {
        if (failure.code !== alreadyInitialised) throw failure;
      });
    }
    return (await admin.command({ hello: 1 })).isWritablePrimary;
  } finally {
    await client.close();
  }
}
