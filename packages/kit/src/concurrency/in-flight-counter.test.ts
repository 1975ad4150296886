import { expect, test } from "vitest";
import { InFlightCounter } from "./in-flight-counter.js";

test("the wait ends when the last work has ended, also when it failed", async () => {
  const counter = new InFlightCounter();
  const ends: Array<() => void> = [];
  const works = [0, 1].map(() => counter.run(() => new Promise<void>((resolve) => ends.push(resolve))));
  const failing = counter.run(() => Promise.reject(new Error("broken")));
  let isIdle = false;
  const idle = counter.waitUntilIdle(60_000).then((reached) => (isIdle = reached));
  await expect(failing).rejects.toThrow("broken");
  ends[0]?.();
  await works[0];
  expect([isIdle, counter.count]).toEqual([false, 1]);
  ends[1]?.();
  expect(await idle).toBe(true);
  expect(await counter.waitUntilIdle(0)).toBe(true);
});

test("the wait ends when its time is over", async () => {
  const counter = new InFlightCounter();
  void counter.run(() => new Promise(() => {}));
  expect(await counter.waitUntilIdle(1)).toBe(false);
});
