// The members of the replica set, for faults that concern one of them.
import { MongoClient } from "mongodb";
import { waitFor } from "../../../scripts/lib/process/wait-for.mjs";

const direct = {
  directConnection: true,
  serverSelectionTimeoutMS: 1000,
  connectTimeoutMS: 1000,
  socketTimeoutMS: 20_000,
};

async function runOnMember({ host }, command) {
  const client = new MongoClient(`mongodb://${host}/`, direct);
  try {
    return await client.db("admin").command(command);
  } finally {
    await client.close();
  }
}

/** Makes this member the primary. It wins an election when it has caught up, so this waits for that. */
export async function makePrimary(replicaSet, member) {
  await waitFor(`${member.name} as primary`, async () => {
    if ((await replicaSet.primary()) === member) return true;
    await runOnMember(member, { replSetStepUp: 1 });
    return false;
  });
}

/** Waits until a member has everything that is committed now. */
export async function waitUntilCaughtUp(replicaSet, member) {
  const { optimes } = await runOnMember(await replicaSet.primary(), { replSetGetStatus: 1 });
  const wanted = optimes.lastCommittedOpTime.ts;
  await waitFor(`${member.name} as a member that has caught up`, async () => {
    const { myState, optimes } = await runOnMember(member, { replSetGetStatus: 1 });
    // PRIMARY or SECONDARY.
    return [1, 2].includes(myState) && optimes.durableOpTime.ts.greaterThanOrEqual(wanted);
  });
}

/** Answers when the checkpoint is complete. */
export const startCheckpoint = (member) => runOnMember(member, { fsync: 1 });
