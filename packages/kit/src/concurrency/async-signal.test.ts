import { expect, test } from "vitest";
import { AsyncSignal } from "./async-signal.js";

const longMs = 60_000;

test("a notification ends the wait", async () => {
  const signal = new AsyncSignal();
  const waiting = signal.wait(longMs);
  signal.notify();
  await expect(waiting).resolves.toBeUndefined();
});

test("a notification that arrives before the wait is kept", async () => {
  const signal = new AsyncSignal();
  signal.notify();
  await expect(signal.wait(longMs)).resolves.toBeUndefined();
});

test("several notifications end one wait only", async () => {
  const signal = new AsyncSignal();
  signal.notify();
  signal.notify();
  await signal.wait(longMs);
  let isOver = false;
  const second = signal.wait(longMs).then(() => (isOver = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  signal.notify();
  await second;
});

test("without a notification the wait ends after its maximum", async () => {
  await expect(new AsyncSignal().wait(1)).resolves.toBeUndefined();
});
