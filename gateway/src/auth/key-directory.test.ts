import type { Database } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import type { Bus } from "@tenant-ops/kit/events";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { expect, test } from "vitest";
import { createKeyDirectory } from "./key-directory.js";

/** A database without documents that counts the look-ups. */
function createEmptyDatabase() {
  const lookedUp: string[] = [];
  const collection = {
    findOne: async ({ hash }: { hash?: { $eq: string } }) => {
      if (hash) lookedUp.push(hash.$eq);
      return null;
    },
    async *find() {},
  };
  return { db: { shared: () => collection } as unknown as Database, lookedUp };
}

const bus = { publish: () => {}, subscribe: () => {} } as unknown as Bus;
const refuse = () => {
  throw new Refusal("rate_limited", "Too many wrong credentials.", 7);
};

test("an unknown key of an address over its limit is refused without asking the database", async () => {
  const { db, lookedUp } = createEmptyDatabase();
  const directory = createKeyDirectory(db, bus, createLogger("test", "silent"));
  await expect(directory.findByHash("guess 1", refuse)).rejects.toThrow("Too many wrong credentials.");
  expect(lookedUp).toEqual([]);
  expect(await directory.findByHash("guess 2", () => {})).toBeUndefined();
  expect(lookedUp).toEqual(["guess 2"]);
});

test("a key that was created while the gateway runs is looked up for every address", async () => {
  const { db, lookedUp } = createEmptyDatabase();
  const directory = createKeyDirectory(db, bus, createLogger("test", "silent"));
  directory.announceKey("new key");
  await directory.findByHash("new key", refuse);
  expect(lookedUp).toEqual(["new key"]);
});
