import { expect, test } from "vitest";
import { countCall, isEjected, newReplica, type ReplicaHealth } from "./replica-health.rules.js";

/** Ten calls in one second, of which some fail, and the first one of the next second. */
function countSecond(health: ReplicaHealth, failures: number, now: number): ReplicaHealth {
  let counted = health;
  for (let call = 0; call < 10; call += 1) counted = countCall(counted, call < failures, now);
  return countCall(counted, false, now + 1000);
}

test("a replica that fails every call gets none for five seconds, and for longer when it fails again", () => {
  const once = countSecond(newReplica, 10, 10_000);
  expect([isEjected(once, 15_999), isEjected(once, 16_000)]).toEqual([true, false]);
  const twice = countSecond({ ...once, calls: 0 }, 10, 20_000);
  expect([isEjected(twice, 30_999), isEjected(twice, 31_000)]).toEqual([true, false]);
});

test("a replica that fails half of its calls still gets calls", () => {
  expect(isEjected(countSecond(newReplica, 5, 10_000), 11_000)).toBe(false);
});

test("a few failures do not pause a replica", () => {
  let health = newReplica;
  for (let call = 0; call < 4; call += 1) health = countCall(health, true, 10_000);
  expect(isEjected(countCall(health, true, 11_000), 11_000)).toBe(false);
});
