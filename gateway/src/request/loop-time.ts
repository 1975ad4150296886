/** The cause of work: an authenticated business, or the address of a caller without a credential. */
export interface LoopCaller {
  kind: "business" | "address";
  /** The business id or the address. */
  name: string;
}

/** Event loop time of one request, in milliseconds. It is kept here until its caller is known. */
export interface RequestLoopTime {
  caller: LoopCaller | undefined;
  uncharged: number;
}

export type ChargeCaller = (caller: LoopCaller, milliseconds: number) => void;

export interface LoopClock {
  /**
   * Counts the time of the event loop from now until its next task for this request. Call it wherever work for a request begins or continues after
   * waiting for I/O.
   */
  start(request: RequestLoopTime): void;
  setCaller(request: RequestLoopTime, caller: LoopCaller): void;
}

/**
 * Measures how long the event loop works for each request. One request at a time has the clock. It loses it when another one
 * takes it, or when all promises and ticks that its work caused have run: a tick that is queued by a microtask runs after all
 * microtasks, so that also code of libraries between our calls of `start` is measured.
 */
export function createLoopClock(charge: ChargeCaller, now: () => number = () => performance.now()): LoopClock {
  let current: RequestLoopTime | undefined;
  let since = 0;
  let starts = 0;

  function settle(at: number): void {
    if (!current) return;
    if (current.caller) charge(current.caller, at - since);
    else current.uncharged += at - since;
  }

  /** @param start its number; after a later one, the clock belongs to that */
  function stop(start: number): void {
    if (start !== starts) return;
    settle(now());
    current = undefined;
  }

  return {
    start(request) {
      const at = now();
      settle(at);
      current = request;
      since = at;
      starts += 1;
      const start = starts;
      queueMicrotask(() => process.nextTick(stop, start));
    },
    setCaller(request, caller) {
      if (!request.caller && request.uncharged > 0) charge(caller, request.uncharged);
      request.caller = caller;
      request.uncharged = 0;
    },
  };
}
