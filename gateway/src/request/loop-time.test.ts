import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createLoopClock, type LoopCaller, type RequestLoopTime } from "./loop-time.js";

const callers: LoopCaller[] = ["biz_1", "biz_2"].map((name) => ({ kind: "business", name }));
const [one, two] = callers as [LoopCaller, LoopCaller];
const createRequest = (caller?: LoopCaller): RequestLoopTime => ({ caller, uncharged: 0 });

/** A clock whose time passes only by `work`. */
function createTestClock() {
  let time = 0;
  const charged: Record<string, number> = {};
  const clock = createLoopClock(
    ({ name }, milliseconds) => void (charged[name] = (charged[name] ?? 0) + milliseconds),
    () => time,
  );
  return { clock, charged, work: (milliseconds: number) => void (time += milliseconds) };
}

test("the work of a request is charged with everything that its promises and ticks do, and nothing after it", async () => {
  const { clock, charged, work } = createTestClock();
  async function handle() {
    clock.start(createRequest(one));
    work(3);
    for (let hop = 0; hop < 5; hop += 1) {
      await Promise.resolve();
      work(2);
    }
  }
  await handle();
  await sleep(1);
  work(100);
  await sleep(1);
  expect(charged).toEqual({ biz_1: 13 });
});

test("after waiting for I/O the work is charged again from the next start", async () => {
  const { clock, charged, work } = createTestClock();
  const request = createRequest(one);
  clock.start(request);
  work(1);
  await sleep(1);
  work(50);
  clock.start(request);
  work(4);
  await sleep(1);
  expect(charged).toEqual({ biz_1: 5 });
});

test("of two requests in the same tick each is charged with its own work", async () => {
  const { clock, charged, work } = createTestClock();
  clock.start(createRequest(one));
  work(7);
  clock.start(createRequest(two));
  work(2);
  await sleep(1);
  expect(charged).toEqual({ biz_1: 7, biz_2: 2 });
});

test("loop time before the caller is known is counted when the caller is set", async () => {
  const { clock, charged, work } = createTestClock();
  const request = createRequest();
  clock.start(request);
  work(6);
  await sleep(1);
  expect(charged).toEqual({});
  clock.setCaller(request, two);
  expect(charged).toEqual({ biz_2: 6 });
});
