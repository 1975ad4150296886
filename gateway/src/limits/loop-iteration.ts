import type { LoopCaller } from "../request/loop-time.js";

/**
 * The loop time of callers in the current iteration of the event loop. A hundred requests that arrive at once are handled in one iteration, which ends before
 * a timer can detect that the loop is late.
 */
export interface LoopIteration {
  add(caller: LoopCaller, milliseconds: number): void;
  /** Whether this iteration takes longer than `lateMs`, and this caller has used more than a quarter of it. */
  isHeavy(caller: LoopCaller, lateMs: number): boolean;
}

const heavyPart = 1 / 4;

/** @param onIterationEnd calls back in the next phase of the event loop; a test passes its own */
export function createLoopIteration(
  now: () => number = () => performance.now(),
  onIterationEnd: (end: () => void) => void = setImmediate,
): LoopIteration {
  let startedAt: number | undefined;
  const uses = { business: new Map<string, number>(), address: new Map<string, number>() };
  const getUse = ({ kind, name }: LoopCaller) => uses[kind].get(name) ?? 0;

  function begin(): number {
    if (startedAt !== undefined) return startedAt;
    startedAt = now();
    onIterationEnd(() => {
      startedAt = undefined;
      uses.business.clear();
      uses.address.clear();
    });
    return startedAt;
  }

  return {
    add(caller, milliseconds) {
      begin();
      uses[caller.kind].set(caller.name, getUse(caller) + milliseconds);
    },
    isHeavy(caller, lateMs) {
      const elapsed = now() - begin();
      return elapsed > lateMs && getUse(caller) > elapsed * heavyPart;
    },
  };
}
