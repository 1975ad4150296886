import { setTimeout as sleep } from "node:timers/promises";
import { makePrimary, startCheckpoint, waitUntilCaughtUp } from "./members.mjs";

/** With a full disk, mongod 8 continues in the journal that it has allocated, and aborts at its next write to a data file. */
const exitMsMax = 120_000;

/** Fills the disk of the primary: it aborts, and another member becomes primary. Then empties the disk, starts the member again and waits until it has caught up. */
export async function fillDisk({ replicaSet, disk, random }) {
  const member = replicaSet.nodes.at(-1);
  await waitUntilCaughtUp(replicaSet, member);
  await makePrimary(replicaSet, member);
  await disk.fill();
  const since = performance.now();
  try {
    await sleep(random() * 3000);
    await requireExit(member);
    await replicaSet.primary();
  } finally {
    await disk.empty();
  }
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  await member.start();
  await waitUntilCaughtUp(replicaSet, member);
  return `the disk of the primary ${member.name} was full; another member was primary ${seconds} s later`;
}

/** Starts a checkpoint, which writes to the data files; without that, there is one every minute. */
async function requireExit(member) {
  const timer = new AbortController();
  startCheckpoint(member).catch(() => undefined);
  const tooLate = sleep(exitMsMax, "running", { signal: timer.signal }).catch(() => undefined);
  const code = await Promise.race([member.exited, tooLate]);
  timer.abort();
  if (code === "running") throw new Error(`${member.name} keeps running although its disk is full`);
}
