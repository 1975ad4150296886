import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Delivery } from "../deliveries/deliveries.rules.js";
import type { Endpoint } from "../endpoints/endpoints.rules.js";
import type { ClaimedLane } from "../lanes/lanes.types.js";
import { initialRate } from "../lanes/rate.rules.js";
import { acceptsDelivery, queueReadMax, startLane, transition } from "./lane.rules.js";
import type { LaneConditions, LaneEvent, LaneState, LaneStep } from "./lane.types.js";

const now = Date.parse("2026-03-01T00:00:00Z");
const conditions: LaneConditions = { now, isLeaseHeld: true, mayContinue: true, mayIdle: false };
const lane: ClaimedLane = {
  endpointId: "we_1",
  businessId: "biz_1",
  token: "tok_1",
  leaseUntil: new Date(now + 15_000),
  seq: 1,
  rate: initialRate,
  hasRecovery: false,
};
const enabled = { _id: "we_1", status: "enabled" } as Endpoint;
const disabled = { _id: "we_1", status: "disabled" } as Endpoint;

const createDeliveries = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ _id: `trc_${index}` }) as Delivery);
const readQueue = (count: number, endpoint: Endpoint | null = enabled): LaneEvent => ({
  type: "queue_read",
  endpoint,
  deliveries: createDeliveries(count),
});
const started = (...deliveryIds: string[]): LaneEvent => ({
  type: "attempts_started",
  deliveryIds,
  markedCount: deliveryIds.length,
  startedAt: now,
});
const answered = (given: Partial<Extract<LaneEvent, { type: "attempt_answered" }>> = {}): LaneEvent => ({
  type: "attempt_answered",
  isSuccess: true,
  isGone: false,
  startedAt: new Date(now),
  endedAt: new Date(now),
  ...given,
});
const offered = (id: string, createdAt = now + 1): LaneEvent => ({
  type: "delivery_offered",
  delivery: { _id: id, starts: 1, createdAt: new Date(createdAt) } as Delivery,
});
const ended = (deliveryId: string, error?: unknown): LaneEvent => ({
  type: "attempt_ended",
  deliveryId,
  ...(error !== undefined && { error }),
});

/** The step after these events, each with the conditions of the moment. */
function play(...events: (LaneEvent | [LaneEvent, Partial<LaneConditions>])[]): LaneStep {
  return events.reduce<LaneStep>(
    ({ state }, given) => {
      const [event, changed] = Array.isArray(given) ? given : [given, {}];
      return transition(state, [event], { ...conditions, ...changed });
    },
    startLane(lane, conditions),
  );
}

const describeStep = ({ state, effect }: LaneStep) => [state.phase, effect.type];
const sendingOne = [readQueue(1), started("trc_0")];
const emptied = [...sendingOne, answered(), ended("trc_0")];

describe("a claimed lane", () => {
  test("reads its queue first", () => {
    expect(describeStep(startLane(lane, conditions))).toEqual(["sending", "read_queue"]);
  });

  test("runs its recovery before it sends, and stops with it when the lease is lost", () => {
    const recovering = startLane({ ...lane, hasRecovery: true }, conditions);
    expect(describeStep(recovering)).toEqual(["recovering", "run_recovery_step"]);
    const more: LaneEvent = { type: "recovery_step_done", mayHaveMore: true };
    const again = transition(recovering.state, [more], conditions);
    expect(describeStep(again)).toEqual(["recovering", "run_recovery_step"]);
    const done: LaneEvent = { type: "recovery_step_done", mayHaveMore: false };
    expect(describeStep(transition(again.state, [done], conditions))).toEqual(["sending", "read_queue"]);
    const lost = transition(again.state, [more], { ...conditions, isLeaseHeld: false });
    expect(describeStep(lost)).toEqual(["ended", "end"]);
  });

  test("is released, due now, when it must end before its recovery is done", () => {
    const recovering = startLane({ ...lane, hasRecovery: true }, conditions);
    const more: LaneEvent = { type: "recovery_step_done", mayHaveMore: true };
    const ending = transition(recovering.state, [more], { ...conditions, mayContinue: false });
    expect(describeStep(ending)).toEqual(["yielding", "yield_lane"]);
  });

  test("is released without a read when it must end before it sent anything", () => {
    expect(describeStep(startLane(lane, { ...conditions, mayContinue: false }))).toEqual(["returning", "release_lane"]);
  });
});

describe("while it sends", () => {
  test("it starts attempts also when reading the queue took longer than the queue may be old", () => {
    const { state } = startLane(lane, conditions);
    const slow = transition(state, [readQueue(2)], { ...conditions, now: now + 5000 });
    expect(describeStep(slow)).toEqual(["sending", "start_attempts"]);
  });

  test("it starts as many attempts as the rate allows, in the order of the queue", () => {
    const { state, effect } = play(readQueue(6));
    expect(effect).toMatchObject({ type: "start_attempts", deliveries: createDeliveries(4) });
    expect(state.queue.map(({ _id }) => _id)).toEqual(["trc_4", "trc_5"]);
  });

  test("it waits while all slots are taken, and starts the next attempt when one ends", () => {
    const full = [readQueue(6), started("trc_0", "trc_1", "trc_2", "trc_3")];
    expect(describeStep(play(...full))).toEqual(["sending", "wait"]);
    const { effect } = play(...full, ended("trc_2"));
    expect(effect).toMatchObject({ type: "start_attempts", deliveries: [{ _id: "trc_4" }] });
  });

  test("it starts nothing while the lease is lost, the lane must end, or the endpoint is deleted", () => {
    const notified: LaneEvent = { type: "notified" };
    const two = [readQueue(2), started("trc_0")];
    expect(describeStep(play(...two, [notified, { isLeaseHeld: false }]))).toEqual(["sending", "wait"]);
    expect(describeStep(play(...two, [notified, { mayContinue: false }]))).toEqual(["sending", "wait"]);
    expect(describeStep(play(...two, answered({ isSuccess: false, isGone: true })))).toEqual(["sending", "wait"]);
  });

  test("it starts nothing during a backoff", () => {
    const resting = { ...lane, rate: { ...initialRate, notBefore: new Date(now + 500) } };
    const { state } = startLane(resting, conditions);
    expect(describeStep(transition(state, [readQueue(3)], conditions))).toEqual(["returning", "release_lane"]);
  });

  test("a notification makes it read the queue again, also one that came during a read", () => {
    expect(describeStep(play(...sendingOne, { type: "wait_ended" }))).toEqual(["sending", "wait"]);
    expect(describeStep(play(...sendingOne, { type: "notified" }))).toEqual(["sending", "read_queue"]);
    const reading = play(...sendingOne, { type: "notified" });
    const step = transition(reading.state, [readQueue(0), { type: "notified" }], conditions);
    expect(describeStep(step)).toEqual(["sending", "read_queue"]);
  });

  test("it reads the queue again when the last read was full, and when that read is older than a second", () => {
    const ids = Array.from({ length: queueReadMax }, (_, index) => `trc_${index}`);
    const wide = { ...enabled, maxConcurrency: 1000 } as Endpoint;
    const { state } = startLane({ ...lane, rate: { ...initialRate, concurrency: 1000 } }, conditions);
    const all = transition(state, [readQueue(queueReadMax, wide)], conditions);
    expect(describeStep(transition(all.state, [started(...ids)], conditions))).toEqual(["sending", "read_queue"]);
    const full = [readQueue(6), started("trc_0", "trc_1", "trc_2", "trc_3")];
    const old = { now: now + 1001 };
    expect(describeStep(play(...full, [{ type: "wait_ended" }, old]))).toEqual(["sending", "read_queue"]);
  });

  test("it starts the next attempt when the rate limit allows it, also while slow ones run", () => {
    const limited = { ...enabled, ratePerSecond: 2 } as Endpoint;
    const running = [readQueue(4, limited), started("trc_0", "trc_1")];
    expect(play(...running).effect).toEqual({ type: "wait", maxMs: 500 });
    const { effect } = play(...running, [{ type: "wait_ended" }, { now: now + 500 }]);
    expect(effect).toMatchObject({ type: "start_attempts", deliveries: [{ _id: "trc_2" }] });
    const full = { ...limited, maxConcurrency: 2 } as Endpoint;
    expect(play(readQueue(4, full), started("trc_0", "trc_1")).effect).toEqual({ type: "wait" });
    expect(play(readQueue(2, limited), started("trc_0", "trc_1")).effect).toEqual({ type: "wait" });
  });

  test("its rate and its counts follow every answer", () => {
    const { state } = play(...sendingOne, answered({ isSuccess: false }));
    expect(state.lane.rate).toMatchObject({ concurrency: 2, failuresInRow: 1 });
    expect(state.counts).toMatchObject({ failuresSinceSuccess: 1 });
  });

  test("marked attempts count against the rate limit, also those that were not sent because the lease was lost", () => {
    const limited = { ...enabled, ratePerSecond: 1 } as Endpoint;
    const lost: LaneEvent = { type: "attempts_started", deliveryIds: [], markedCount: 1, startedAt: now };
    const { state } = play(readQueue(2, limited), lost);
    expect(state.lane.rate.notBefore).toEqual(new Date(now + 1000));
  });
});

describe("a delivery that is offered to the lane", () => {
  test("starts without a read, and waits in the queue when all slots are taken", () => {
    const { state, effect } = play(...sendingOne, offered("trc_new"));
    expect(effect).toMatchObject({ type: "start_attempts", deliveries: [{ _id: "trc_new" }] });
    expect(state.queue).toEqual([]);
    const full = [readQueue(4), started("trc_0", "trc_1", "trc_2", "trc_3")];
    expect(describeStep(play(...full, offered("trc_new")))).toEqual(["sending", "wait"]);
    const next = play(...full, offered("trc_new"), ended("trc_0"));
    expect(next.effect).toMatchObject({ type: "start_attempts", deliveries: [{ _id: "trc_new" }] });
  });

  test("starts once when a read at the same time finds it as well, or when its attempt is running already", () => {
    const { state } = startLane(lane, conditions);
    const both = transition(state, [readQueue(1), offered("trc_0")], conditions);
    expect(both.effect).toMatchObject({ type: "start_attempts", deliveries: [{ _id: "trc_0" }] });
    expect(both.state.queue).toEqual([]);
    expect(describeStep(play(...sendingOne, offered("trc_0")))).toEqual(["sending", "wait"]);
  });

  test("counts as started only when no read can have found it before", () => {
    const offeredNew = play(...sendingOne, offered("trc_new"));
    expect(offeredNew.effect).toMatchObject({ deliveries: [{ _id: "trc_new", starts: 1 }] });
    const offeredLate = play(...sendingOne, offered("trc_old", now));
    expect(offeredLate.effect).toMatchObject({ deliveries: [{ _id: "trc_old", starts: 0 }] });
  });

  test("waits for a read when the endpoint was read more than a second ago", () => {
    const late = { now: now + 1001 };
    expect(describeStep(play(...sendingOne, [offered("trc_new"), late]))).toEqual(["sending", "read_queue"]);
  });

  test("is accepted only by a lane that is sending and whose queue is not full", () => {
    const accepts = (...events: LaneEvent[]) => acceptsDelivery(play(...events).state, 0);
    expect(accepts()).toBe(true);
    expect(accepts(...sendingOne)).toBe(true);
    expect(accepts(...emptied)).toBe(false);
    expect(accepts(readQueue(0, disabled))).toBe(false);
    expect(accepts(...sendingOne, answered({ isSuccess: false, isGone: true }))).toBe(false);
    expect(accepts(readQueue(3), started("trc_0", "trc_1"), ended("trc_0", new Error("no")))).toBe(false);
    expect(accepts(readQueue(queueReadMax), started("trc_0"))).toBe(true);
    const many = Array.from({ length: queueReadMax }, (_, index) => offered(`trc_n${index}`));
    const full = [readQueue(4), started("trc_0", "trc_1", "trc_2", "trc_3"), ...many];
    expect(accepts(...full)).toBe(false);
    expect(acceptsDelivery(play(...sendingOne).state, queueReadMax)).toBe(false);
  });
});

describe("while it is idle", () => {
  const idle = { mayIdle: true };
  /** An attempt has ended just now, with these conditions. */
  const endOne = (changed: Partial<LaneConditions>): Parameters<typeof play> => [
    ...sendingOne,
    answered(),
    [ended("trc_0"), { ...idle, ...changed }],
  ];
  const waitUntil = (ms: number): Parameters<typeof play>[0] => [{ type: "wait_ended" }, { ...idle, now: now + ms }];

  test("it is kept for half a second after its last work, and then released", () => {
    expect(play(...endOne({})).effect).toEqual({ type: "wait", maxMs: 500 });
    expect(play(...endOne({}), waitUntil(15)).effect).toEqual({ type: "wait", maxMs: 485 });
    expect(describeStep(play(...endOne({}), waitUntil(500)))).toEqual(["returning", "store_stats"]);
    const again = play(...endOne({}), offered("trc_1"), started("trc_1"), [
      ended("trc_1"),
      { ...idle, now: now + 499 },
    ]);
    expect(again.effect).toEqual({ type: "wait", maxMs: 500 });
  });

  test("it is released at once when the pool is full, it must end, or its lease is lost", () => {
    for (const changed of [{ mayIdle: false }, { mayContinue: false }, { isLeaseHeld: false }])
      expect(describeStep(play(...endOne(changed)))).toEqual(["returning", "store_stats"]);
  });

  test("a notification makes it read its queue", () => {
    expect(describeStep(play(...endOne({}), { type: "notified" }))).toEqual(["sending", "read_queue"]);
  });

  test("it is released with a queue that its rate does not allow to send", () => {
    const limited = { ...enabled, ratePerSecond: 1 } as Endpoint;
    const sent = [readQueue(2, limited), started("trc_0"), answered()];
    expect(describeStep(play(...sent, [ended("trc_0"), idle]))).toEqual(["returning", "store_stats"]);
  });
});

describe("when it has nothing to do", () => {
  test("it stores its stats, is released and ends", () => {
    const idle = play(...emptied);
    expect(describeStep(idle)).toEqual(["returning", "store_stats"]);
    const stored = transition(idle.state, [{ type: "stats_stored" }], conditions);
    expect(describeStep(stored)).toEqual(["returning", "release_lane"]);
    const released = transition(stored.state, [{ type: "lane_returned", result: { outcome: "released" } }], conditions);
    expect(describeStep(released)).toEqual(["ended", "end"]);
  });

  test("it waits for the running attempts before it releases the lane of a disabled endpoint", () => {
    const draining = [...sendingOne, { type: "notified" } as const, readQueue(0, disabled)];
    expect(describeStep(play(...draining))).toEqual(["draining", "wait"]);
    expect(describeStep(play(...draining, ended("trc_0")))).toEqual(["returning", "pause_lane"]);
  });

  test("the lane of a deleted endpoint is removed, and that of an endpoint that answered 410 is paused", () => {
    expect(describeStep(play(readQueue(0, null)))).toEqual(["returning", "remove_lane"]);
    const gone = [...sendingOne, answered({ isSuccess: false, isGone: true }), ended("trc_0")];
    expect(describeStep(play(...gone, { type: "stats_stored" }))).toEqual(["returning", "pause_lane"]);
  });

  test("it stores its stats and releases nothing when the lease is lost", () => {
    const lost = { isLeaseHeld: false };
    const idle = play(...sendingOne, answered(), [ended("trc_0"), lost]);
    expect(describeStep(idle)).toEqual(["returning", "store_stats"]);
    expect(describeStep(transition(idle.state, [{ type: "stats_stored" }], { ...conditions, ...lost }))).toEqual([
      "ended",
      "end",
    ]);
  });
});

describe("a schedule that comes while the lane is released", () => {
  const rescheduled: LaneEvent = {
    type: "lane_returned",
    result: { outcome: "rescheduled", seq: 7, hasRecovery: true },
  };

  test("starts the lane again, with its new seq and its recovery", () => {
    const { state, effect } = play(readQueue(0), rescheduled);
    expect(effect.type).toBe("run_recovery_step");
    expect(state).toMatchObject({ phase: "recovering", lane: { seq: 7, hasRecovery: true }, endpoint: undefined });
  });

  test("releases the lane, due now, when it must end; again when another schedule comes during the release", () => {
    const ending = { mayContinue: false };
    const yielding = play(readQueue(0), [rescheduled, ending]);
    expect(describeStep(yielding)).toEqual(["yielding", "yield_lane"]);
    const again = transition(yielding.state, [rescheduled], conditions);
    expect(describeStep(again)).toEqual(["yielding", "yield_lane"]);
    const released: LaneEvent = { type: "lane_returned", result: { outcome: "released" } };
    expect(describeStep(transition(again.state, [released], conditions))).toEqual(["ended", "end"]);
  });
});

describe("an error", () => {
  const error = new Error("mongod is down");

  test("of an attempt lets the others end, then releases the lane as failed", () => {
    const failed = [readQueue(3), started("trc_0", "trc_1"), ended("trc_0", error)];
    expect(describeStep(play(...failed))).toEqual(["sending", "wait"]);
    expect(describeStep(play(...failed, ended("trc_1")))).toEqual(["failing", "release_failed_lane"]);
  });

  test("of an effect does the same from every phase", () => {
    const failed: LaneEvent = { type: "effect_failed", error };
    const waiting = play(...sendingOne, failed);
    expect(describeStep(waiting)).toEqual(["failing", "wait"]);
    expect(describeStep(transition(waiting.state, [ended("trc_0")], conditions))).toEqual([
      "failing",
      "release_failed_lane",
    ]);
    expect(describeStep(play(failed))).toEqual(["failing", "release_failed_lane"]);
    expect(describeStep(play(readQueue(0), failed))).toEqual(["failing", "release_failed_lane"]);
  });

  test("that comes first is the one that is reported", () => {
    const { state } = play(...sendingOne, ended("trc_0", error), { type: "effect_failed", error: new Error("later") });
    expect(state.error).toBe(error);
  });

  test("ends the lane after its release, whatever the result of the release", () => {
    const failed = play({ type: "effect_failed", error });
    const result = { outcome: "rescheduled", seq: 9, hasRecovery: false } as const;
    expect(describeStep(transition(failed.state, [{ type: "lane_returned", result }], conditions))).toEqual([
      "ended",
      "end",
    ]);
  });
});

test("every sequence of events leads to the end, and no attempt starts without the lease or twice at a time", () => {
  // Evenly distributed: with many extreme values most walks would end at once.
  const numbers = fc.infiniteStream(fc.noBias(fc.nat({ max: 999_999 })));
  fc.assert(
    fc.property(numbers, (stream) => {
      const steps = walk(() => stream.next().value / 1_000_000);
      expect(steps.at(-1)).toMatchObject({ effect: { type: "end" }, state: { inFlight: new Set() } });
      const starts = steps.filter(({ effect }) => effect.type === "start_attempts");
      expect(starts.filter(({ isLeaseHeld, isOverlapping }) => !isLeaseHeld || isOverlapping)).toEqual([]);
    }),
  );
});

interface WalkedStep extends LaneStep {
  isLeaseHeld: boolean;
  /** Whether a delivery is started that is in flight already. */
  isOverlapping: boolean;
}

function walk(random: () => number): WalkedStep[] {
  const steps: WalkedStep[] = [];
  let at = now;
  let isLeaseHeld = true;
  let step = startLane({ ...lane, hasRecovery: random() < 0.2 }, conditions);
  for (let index = 0; index < 1000; index += 1) {
    const { inFlight } = step.state;
    const isOverlapping =
      step.effect.type === "start_attempts" && step.effect.deliveries.some(({ _id }) => inFlight.has(_id));
    steps.push({ ...step, isLeaseHeld, isOverlapping });
    if (step.effect.type === "end") break;
    at += random() * 400;
    isLeaseHeld &&= random() > 0.003;
    const events = [answerEffect(step, at, random), ...reportAttempts(step.state, at, random)];
    // After a while nothing new is due, so that the walk can end.
    const isQuiet = index > 100;
    step = transition(step.state, isQuiet ? events.map(emptyQueue) : events, {
      now: at,
      isLeaseHeld,
      mayContinue: random() > 0.02,
      mayIdle: random() < 0.5,
    });
  }
  return steps;
}

function answerEffect({ state, effect }: LaneStep, at: number, random: () => number): LaneEvent {
  if (random() < 0.002) return { type: "effect_failed", error: new Error("random") };
  switch (effect.type) {
    case "run_recovery_step":
      return { type: "recovery_step_done", mayHaveMore: random() < 0.5 };
    case "read_queue": {
      const due = createDeliveries(Math.floor(random() * 80)).filter(({ _id }) => !state.inFlight.has(_id));
      const deliveries = due.slice(0, queueReadMax);
      const endpoint = random() < 0.95 ? enabled : random() < 0.5 ? disabled : null;
      return { type: "queue_read", endpoint, deliveries: endpoint === enabled ? deliveries : [] };
    }
    case "start_attempts": {
      const deliveryIds = effect.deliveries.map(({ _id }) => _id);
      return { type: "attempts_started", deliveryIds, markedCount: deliveryIds.length, startedAt: at };
    }
    case "store_stats":
      return { type: "stats_stored" };
    case "wait":
      if (random() < 0.2) return offered(`trc_${Math.floor(random() * 80)}`);
      return random() < 0.3 ? { type: "notified" } : { type: "wait_ended" };
    default:
      return { type: "lane_returned", result: chooseResult(state, random) };
  }
}

function chooseResult({ lane: { seq } }: LaneState, random: () => number) {
  if (random() < 0.2) return { outcome: "rescheduled", seq: seq + 1, hasRecovery: random() < 0.2 } as const;
  return { outcome: random() < 0.9 ? "released" : "lost" } as const;
}

function reportAttempts({ inFlight }: LaneState, at: number, random: () => number): LaneEvent[] {
  return [...inFlight].flatMap((deliveryId) => {
    if (random() < 0.5) return [];
    const isSuccess = random() < 0.7;
    const answer = answered({ isSuccess, isGone: random() < 0.01, startedAt: new Date(at), endedAt: new Date(at) });
    return [answer, random() < 0.01 ? ended(deliveryId, new Error("random")) : ended(deliveryId)];
  });
}

function emptyQueue(event: LaneEvent): LaneEvent {
  if (event.type === "queue_read") return { ...event, deliveries: [] };
  if (event.type === "recovery_step_done") return { ...event, mayHaveMore: false };
  return event.type === "notified" || event.type === "delivery_offered" ? { type: "wait_ended" } : event;
}
