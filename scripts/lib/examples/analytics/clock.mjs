// Preloaded into the processes of a mesh (`--import`): their clock is `CLOCK_AHEAD_MS` ahead. Only the time of day is replaced; timers run as always.
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
const { now } = Date;

globalThis.Date = new Proxy(Date, {
  construct: (target, args, created) =>
    Reflect.construct(target, args.length === 0 ? [now() + aheadMs] : args, created),
});
Date.now = () => now() + aheadMs;
