import type { Logger } from "@tenant-ops/kit";
import { type LaneRun, type LaneTools, runLane } from "./lane-worker.js";
import type { Waker } from "./waker.js";

const idleMs = 4000;
const quantumMs = 5000;
const claimersAtOnce = 4;

export interface Worker {
  /** Nothing new begins; what is under way comes to its end. */
  stop(): Promise<void>;
}

/** Claims the lanes that are due, the longest waiting first, and serves many of them side by side. */
export function startWorker(tools: LaneTools, waker: Waker, lanesAtOnce: number): Worker {
  const running = new Map<string, LaneRun>();
  const bell = newBell();
  let stopped = false;

  waker.onWake((endpointIds) => {
    for (const id of endpointIds) running.get(id)?.poke();
    if (endpointIds.some((id) => !running.has(id))) bell.ring();
  });
  const loop = run(tools.logger);

  async function run(logger: Logger): Promise<void> {
    while (!stopped) {
      try {
        const waitMs = await claimDue();
        if (!stopped) await bell.wait(waitMs);
      } catch (error) {
        logger.warn({ err: error }, "webhook lanes could not be claimed");
        await bell.wait(1000);
      }
    }
  }

  /** @returns how long there is nothing to do */
  async function claimDue(): Promise<number> {
    await Promise.all(Array.from({ length: claimersAtOnce }, claimUntilNone));
    if (isFull()) return idleMs;
    for (;;) {
      const next = await tools.lanes.nextWake();
      const waitMs = next ? Math.min(next.getTime() - Date.now(), idleMs) : idleMs;
      if (waitMs > 0 || stopped) return waitMs;
      if ((await claimUntilNone()) === 0) return 20;
    }
  }

  async function claimUntilNone(): Promise<number> {
    for (let claimed = 0; ; claimed += 1) {
      if (stopped || isFull()) return claimed;
      const lane = await tools.lanes.claim();
      if (!lane) return claimed;
      const begunAt = Date.now();
      // While nobody waits for its place a lane may go on; else it has its quantum.
      const mayStay = () => !stopped && (!isFull() || Date.now() - begunAt < quantumMs);
      const laneRun = runLane(lane, tools, { mayStay });
      running.set(lane._id, laneRun);
      void laneRun.done.finally(() => {
        if (running.get(lane._id) === laneRun) running.delete(lane._id);
        bell.ring();
      });
    }
  }

  const isFull = () => running.size >= lanesAtOnce;

  return {
    async stop() {
      stopped = true;
      bell.ring();
      for (const lane of running.values()) lane.poke();
      await loop;
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

/** Wakes the loop; a ring before the wait is not lost. */
function newBell() {
  let hasRung = false;
  let wake: (() => void) | undefined;
  return {
    ring(): void {
      hasRung = true;
      wake?.();
    },
    async wait(ms: number): Promise<void> {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wake = undefined;
      hasRung = false;
    },
  };
}
