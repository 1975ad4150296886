import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";

/** By which factor V8 may enlarge the young generation at a time. */
const setGrowth = (factor: 1 | 2): void => setFlagsFromString(`--semi-space-growth-factor=${factor}`);

/** From which share on a process counts as busy. An idle one with all parts has a fifth of it. */
const busyShare = 0.2;
const lookEveryMs = 500;

// The first import of every program, so that all other modules are loaded with these settings. Most of what is loaded stays, and most of its code runs
// once. With its defaults V8 would enlarge the young generation to 32 MB meanwhile, and optimize functions that do not run again: a tenth of the CPU
// time of a start.
setGrowth(1);
setFlagsFromString("--no-opt");

/**
 * V8 works with its defaults from here on, and enlarges the young generation while the process is busy. In an idle process it would grow as well, only
 * later, and be filled with garbage; a small one costs a busy process a quarter more CPU time.
 * @param readShare the share of the time since its last call in which the process has worked
 */
export function endStartUp(readShare: () => number = createShareReader()): void {
  setFlagsFromString("--opt");
  let wasBusy = false;
  setInterval(() => {
    const isBusy = readShare() > busyShare;
    if (isBusy !== wasBusy) setGrowth(isBusy ? 2 : 1);
    wasBusy = isBusy;
  }, lookEveryMs).unref();
}

function createShareReader(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}
