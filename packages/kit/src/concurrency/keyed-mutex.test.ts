import { expect, test } from "vitest";
import { KeyedMutex } from "./keyed-mutex.js";

test("holders of one key run one after another, in the order of their requests", async () => {
  const mutex = new KeyedMutex();
  const log: string[] = [];
  const work = async (name: string) => {
    const release = await mutex.acquire("key");
    log.push(`${name} begins`);
    await Promise.resolve();
    log.push(`${name} ends`);
    release();
  };
  await Promise.all(["a", "b", "c"].map(work));
  expect(log).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});

test("a held key blocks its own callers and no others", async () => {
  const mutex = new KeyedMutex();
  const log: string[] = [];
  const releaseFirst = await mutex.acquire("first");
  const waiting = mutex.acquire("first").then((release) => {
    log.push("first");
    release();
  });
  const releaseSecond = await mutex.acquire("second");
  log.push("second");
  releaseSecond();
  releaseFirst();
  await waiting;
  expect(log).toEqual(["second", "first"]);
});

test("work that fails releases its key", async () => {
  const mutex = new KeyedMutex();
  await expect(mutex.run("key", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await mutex.run("key", async () => "next")).toBe("next");
});
