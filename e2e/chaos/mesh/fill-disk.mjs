import { setTimeout as sleep } from "node:timers/promises";
import { makePrimary, startCheckpoint, waitUntilCaughtUp } from "./members.mjs";

/** Without room, mongod 8 works on in the journal that it has allocated, and aborts at the next write to a file of data. */
const exitMsMax = 120_000;

/** The disk of the primary is full: it aborts, another member takes over, and it comes back and catches up when there is room again. */
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

/** A checkpoint writes to the files of data. There is one every minute. */
async function requireExit(member) {
  const timer = new AbortController();
  startCheckpoint(member).catch(() => undefined);
  const tooLate = sleep(exitMsMax, "running", { signal: timer.signal }).catch(() => undefined);
  const code = await Promise.race([member.exited, tooLate]);
  timer.abort();
  if (code === "running") throw new Error(`${member.name} goes on although its disk is full`);
}
