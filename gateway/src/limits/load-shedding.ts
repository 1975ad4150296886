import { Refusal } from "@tenant-ops/kit/errors";
import type { Logger } from "@tenant-ops/kit/telemetry";
import type { FastifyRequest } from "fastify";
import { createLoopClock, type LoopCaller, type LoopClock } from "../request/loop-time.js";
import { getRequestState } from "../request/request-state.js";
import { unlimitedShares, updateLoopShares } from "./load-shedding.rules.js";
import { createLoopIteration } from "./loop-iteration.js";
import { createLoopMeter, type HeaviestCallers, toLoopUse } from "./loop-meter.js";
import type { LoopMetrics } from "./loop-metrics.js";

/** Measures which callers keep the event loop busy, and refuses those first while the loop is late. */
export interface LoadShedding {
  /** Measures the loop time of requests. */
  clock: LoopClock;
  /**
   * Sets the caller of a request and checks its share. Call it before the body is read. The body parser checks again (`requireLoopShare`), because
   * receiving the body can take long.
   * @throws Refusal overloaded while the event loop is late and this caller has used more than its share
   */
  admit(request: FastifyRequest, caller: LoopCaller): void;
  stop(): void;
}

export interface LoadSheddingOptions {
  /** 0: no caller is refused; loop time is still measured. */
  eventLoopDelayMaxMs: number;
  /** The mean delay of the event loop in the last second. */
  getEventLoopDelayMs: () => number;
  metrics: LoopMetrics;
  logger: Logger;
}

const secondMs = 1000;
const windowSeconds = 5;
const retryAfterSeconds = 2;
const loggedCallers = 5;
const logEverySeconds = 10;

export function createLoadShedding(options: LoadSheddingOptions): LoadShedding {
  const { eventLoopDelayMaxMs, getEventLoopDelayMs, metrics } = options;
  const meter = createLoopMeter(windowSeconds);
  const iteration = createLoopIteration();
  const clock = createLoopClock((caller, milliseconds) => {
    meter.add(caller, milliseconds);
    iteration.add(caller, milliseconds);
    metrics.addLoopTime(caller.kind, milliseconds);
  });
  let shares = unlimitedShares;
  let secondsUntilLog = 0;

  function endSecond(): void {
    const delayMs = eventLoopDelayMaxMs === 0 ? 0 : getEventLoopDelayMs();
    const callers = meter.list();
    shares = updateLoopShares(shares, toLoopUse(callers), delayMs > eventLoopDelayMaxMs, windowSeconds * secondMs);
    metrics.setHeaviest(callers, windowSeconds);
    secondsUntilLog -= 1;
    if (shares !== unlimitedShares && delayMs > eventLoopDelayMaxMs && secondsUntilLog <= 0) {
      logHeaviest(options.logger, callers, delayMs);
      secondsUntilLog = logEverySeconds;
    }
    meter.advance();
  }
  const seconds = setInterval(endSecond, secondMs).unref();

  /** @throws Refusal overloaded */
  function requireShare(caller: LoopCaller): void {
    const isOver = meter.get(caller) > shares[caller.kind];
    if (!isOver && (eventLoopDelayMaxMs === 0 || !iteration.isHeavy(caller, eventLoopDelayMaxMs))) return;
    metrics.countShed(caller.kind);
    const whose = caller.kind === "business" ? "Requests of this business" : "Requests from this address";
    const detail = `The gateway is overloaded. ${whose} take the most of its time, so they are refused first. Try again in ${retryAfterSeconds} seconds.`;
    throw new Refusal("overloaded", detail, retryAfterSeconds);
  }

  return {
    clock,
    admit(request, caller) {
      const state = getRequestState(request);
      clock.setCaller(state.loopTime, caller);
      // The credential may have been looked up in the database.
      state.startLoopTime();
      state.requireLoopShare = () => requireShare(caller);
      requireShare(caller);
    },
    stop: () => clearInterval(seconds),
  };
}

function logHeaviest(logger: Logger, callers: HeaviestCallers, delayMs: number): void {
  const list = (kind: LoopCaller["kind"]) =>
    callers[kind].slice(0, loggedCallers).map(({ name, milliseconds }) => ({ name, loopMs: Math.round(milliseconds) }));
  const eventLoopDelayMs = Number.isFinite(delayMs) ? Math.round(delayMs) : undefined;
  logger.warn(
    { eventLoopDelayMs, businesses: list("business"), addresses: list("address") },
    "event loop late, refusing the heaviest callers",
  );
}
