import { expect, test } from "vitest";
import { KeyedMutex } from "./keyed-mutex.js";

test("everybody gets a turn, one after another, in the order of asking", async () => {
  const turns = new KeyedMutex();
  const log: string[] = [];
  const visit = async (name: string) => {
    const end = await turns.acquire("door");
    log.push(`${name} in`);
    await Promise.resolve();
    log.push(`${name} out`);
    end();
  };
  await Promise.all(["a", "b", "c"].map(visit));
  expect(log).toEqual(["a in", "a out", "b in", "b out", "c in", "c out"]);
});

test("turns for one thing do not wait for those for another", async () => {
  const turns = new KeyedMutex();
  await turns.acquire("one");
  const end = await turns.acquire("other");
  end();
});
