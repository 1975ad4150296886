export interface SingleFlight<Args extends readonly unknown[], Result> {
  (...args: Args): Promise<Result>;
  /** Calls from now on do not share runs that began earlier, because their results may be stale. */
  forget(): void;
}

/**
 * Shares one run of `work` between all calls with the same first argument that arrive while it runs. Only the first
 * argument is the key; the run uses the arguments of the call that started it. Without arguments all calls share one run. Nothing is cached: a call after the end runs `work` again.
 */
export function singleFlight<Args extends readonly unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
): SingleFlight<Args, Result> {
  const running = new Map<unknown, Promise<Result>>();
  const share = (...args: Args): Promise<Result> => {
    const [key] = args;
    const known = running.get(key);
    if (known) return known;
    const run = work(...args).finally(() => {
      if (running.get(key) === run) running.delete(key);
    });
    running.set(key, run);
    return run;
  };
  return Object.assign(share, { forget: () => running.clear() });
}
