import { expect, test } from "vitest";
import { singleFlight } from "./single-flight.js";

/** Work that ends when the test says so; counts its runs. */
function controlledWork() {
  const runs: { key: string; finish: (result: string) => void; fail: (error: Error) => void }[] = [];
  const work = (key: string) =>
    new Promise<string>((resolve, reject) => void runs.push({ key, finish: resolve, fail: reject }));
  return { runs, work };
}

test("calls with one key share one run, other keys have their own", async () => {
  const { runs, work } = controlledWork();
  const read = singleFlight(work);
  const results = Promise.all([read("a"), read("a"), read("b")]);
  runs.forEach(({ key, finish }) => finish(`result of ${key}`));
  expect(await results).toEqual(["result of a", "result of a", "result of b"]);
  expect(runs.map(({ key }) => key)).toEqual(["a", "b"]);
});

test("a call after the end runs again", async () => {
  const { runs, work } = controlledWork();
  const read = singleFlight(work);
  for (const expected of ["one", "two"]) {
    const result = read("a");
    runs.at(-1)?.finish(expected);
    expect(await result).toBe(expected);
  }
});

test("a failure rejects all calls that share the run, and is not cached", async () => {
  const { runs, work } = controlledWork();
  const read = singleFlight(work);
  const both = Promise.allSettled([read("a"), read("a")]);
  runs[0]?.fail(new Error("no"));
  expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const later = read("a");
  runs[1]?.finish("yes");
  expect(await later).toBe("yes");
});

test("after forget a call starts a new run, and the end of the old one does not remove it", async () => {
  const { runs, work } = controlledWork();
  const read = singleFlight(work);
  const stale = read("a");
  read.forget();
  const fresh = read("a");
  runs[0]?.finish("stale");
  expect(await stale).toBe("stale");
  const shared = read("a");
  runs[1]?.finish("fresh");
  expect(await Promise.all([fresh, shared])).toEqual(["fresh", "fresh"]);
  expect(runs).toHaveLength(2);
});

test("work without arguments is shared by all", async () => {
  let runs = 0;
  const read = singleFlight(async () => (runs += 1));
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
});
