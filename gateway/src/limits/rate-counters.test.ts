import type { Bus } from "@tenant-ops/kit/events";
import { afterEach, expect, test, vi } from "vitest";
import { createRateCounters, type RateCounters } from "./rate-counters.js";

const windowMs = 60_000;
let counters: RateCounters[] = [];
afterEach(() => {
  counters.forEach((one) => one.stop());
  counters = [];
  vi.useRealTimers();
});

/** A bus that keeps what was published and delivers it to all subscribers. */
function createFakeBus() {
  const messages: { group?: string; counts: Record<string, number> }[] = [];
  const listeners: Array<(message: unknown) => void> = [];
  const bus = {
    publish(_subject: string, message: (typeof messages)[number]) {
      messages.push(message);
      listeners.forEach((listener) => listener(message));
    },
    subscribe: (_subject: string, listener: (message: unknown) => void) => void listeners.push(listener),
  } as unknown as Bus;
  return { bus, messages };
}

function start(bus: Bus, now: () => number): RateCounters {
  const created = createRateCounters(bus, "test", 200, now);
  counters.push(created);
  return created;
}

test("callers with 60,000 addresses do not reset the count of a business over its limit", () => {
  const { bus } = createFakeBus();
  let now = 10 * windowMs;
  const { businesses, addresses } = start(bus, () => now);
  for (let count = 0; count < 600; count += 1) businesses.increment("requests biz_1");
  for (let n = 0; n < 60_000; n += 1) addresses.increment(`public 10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
  expect(businesses.getQuota("requests biz_1", 600).remaining).toBe(0);
  now += windowMs / 2;
  expect(businesses.getQuota("requests biz_1", 600).remaining).toBe(0);
});

test("counts of replicas are added up; at most 5,000 addresses are sent with one exchange, and the others later", () => {
  vi.useFakeTimers();
  const { bus, messages } = createFakeBus();
  const [one, two] = [start(bus, () => 10 * windowMs), start(bus, () => 10 * windowMs)];
  one.businesses.increment("requests biz_1");
  for (let n = 0; n < 12_000; n += 1) one.addresses.increment(`public 10.0.${n >> 8}.${n & 255}`);
  vi.advanceTimersByTime(200);
  expect(two.businesses.getQuota("requests biz_1", 600).remaining).toBe(599);
  const sent = () =>
    messages.filter(({ group }) => group === "addresses").map(({ counts }) => Object.keys(counts).length);
  expect(sent()).toEqual([5000]);
  vi.advanceTimersByTime(400);
  expect(sent()).toEqual([5000, 5000, 2000]);
  expect(two.addresses.getQuota("public 10.0.46.223", 600).remaining).toBe(599);
});

test("counts of a replica that arrive after the end of a minute are added to that minute", () => {
  const { bus } = createFakeBus();
  let now = 11 * windowMs - 1;
  const [one, two] = [start(bus, () => now), start(bus, () => 11 * windowMs)];
  for (let count = 0; count < 600; count += 1) one.businesses.increment("requests biz_1");
  now = 11 * windowMs;
  expect(one.businesses.getQuota("requests biz_1", 600).remaining).toBe(0);
  expect(two.businesses.getQuota("requests biz_1", 600).remaining).toBe(0);
});
