import { expect, test } from "vitest";
import { Turns } from "./turns.js";

test("everybody gets a turn, one after another, in the order of asking", async () => {
  const turns = new Turns();
  const log: string[] = [];
  const visit = async (name: string) => {
    const end = await turns.take("door");
    log.push(`${name} in`);
    await Promise.resolve();
    log.push(`${name} out`);
    end();
  };
  await Promise.all(["a", "b", "c"].map(visit));
  expect(log).toEqual(["a in", "a out", "b in", "b out", "c in", "c out"]);
});

test("turns for one thing do not wait for those for another", async () => {
  const turns = new Turns();
  await turns.take("one");
  const end = await turns.take("other");
  end();
});
