import type { Logger } from "@tenant-ops/kit/telemetry";
import { type LaneRun, type LaneTools, runLane } from "./lane-worker.js";
import type { Waker } from "../lanes/scheduler.js";

const idleMs = 4000;
const fullMs = 250;
/** Another process was quicker. */
const contendedMs = 20;
const quantumMs = 5000;
/** Lanes past their quantum wait for slow answers; they hold no place, but there is an end to how many may. */
const lingeringFactor = 4;
const claimersAtOnce = 4;

export interface Worker {
  /** Nothing new begins; what is under way comes to its end. */
  stop(): Promise<void>;
}

/** Claims the lanes that are due, the longest waiting first, and serves many of them side by side. */
export function startWorker(tools: LaneTools, waker: Waker, lanesAtOnce: number): Worker {
  const running = new Map<string, { run: LaneRun; begunAt: number }>();
  const bell = newBell();
  let stopped = false;

  waker.onWake((endpointIds) => {
    for (const id of endpointIds) running.get(id)?.run.poke();
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
    for (;;) {
      if (stopped || isFull()) return fullMs;
      // A look before the claim: idleness then costs one question, and no write.
      const next = await tools.lanes.nextWake();
      const waitMs = next ? Math.min(next.getTime() - Date.now(), idleMs) : idleMs;
      if (waitMs > 0) return waitMs;
      const claimed = await Promise.all(Array.from({ length: claimersAtOnce }, claimUntilNone));
      if (claimed.every((count) => count === 0)) return contendedMs;
    }
  }

  async function claimUntilNone(): Promise<number> {
    for (let claimed = 0; ; claimed += 1) {
      if (stopped || isFull()) return claimed;
      const lane = await tools.lanes.claim();
      if (!lane) return claimed;
      const begunAt = Date.now();
      // While nobody waits for its place a lane may go on; else it has its quantum.
      const mayStay = () => !stopped && (Date.now() - begunAt < quantumMs || !isFull());
      const entry = { run: runLane(lane, tools, { mayStay }), begunAt };
      running.set(lane._id, entry);
      void entry.run.done.finally(() => {
        if (running.get(lane._id) === entry) running.delete(lane._id);
        bell.ring();
      });
    }
  }

  function isFull(): boolean {
    if (running.size < lanesAtOnce) return false;
    const youngest = Date.now() - quantumMs;
    const places = [...running.values()].filter(({ begunAt }) => begunAt > youngest).length;
    return places >= lanesAtOnce || running.size >= lanesAtOnce * lingeringFactor;
  }

  return {
    async stop() {
      stopped = true;
      bell.ring();
      for (const { run: lane } of running.values()) lane.poke();
      await loop;
      await Promise.all([...running.values()].map(({ run: lane }) => lane.done));
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
