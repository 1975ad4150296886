import { expect, test } from "vitest";
import type { Schedule } from "./lanes.types.js";
import { mergeSchedules } from "./schedules.rules.js";

const now = new Date("2026-03-01T00:00:00Z");
const createSchedule = (given: Partial<Schedule>): Schedule => ({
  endpointId: "we_1",
  businessId: "biz_1",
  dueAt: now,
  ...given,
});

test("many schedules of one lane are stored once", () => {
  const events = Array.from({ length: 100 }, () => createSchedule({}));
  expect(mergeSchedules([...events, createSchedule({ endpointId: "we_2" })], now)).toHaveLength(2);
});

test("a schedule with a change of its own is kept", () => {
  const changes = [{}, { resume: true }, { recovery: true, resetRate: true }] as const;
  expect(
    mergeSchedules(
      changes.map((change) => createSchedule({ change })),
      now,
    ),
  ).toHaveLength(3);
});

test("a schedule for later does not replace one for now", () => {
  const later = createSchedule({ dueAt: new Date(now.getTime() + 3000) });
  expect(mergeSchedules([createSchedule({}), later], now)).toEqual([createSchedule({}), later]);
});
