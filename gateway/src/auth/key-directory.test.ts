import type { Database } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import type { Bus } from "@tenant-ops/kit/events";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { describe, expect, onTestFinished, test, vi } from "vitest";
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
  directory.publishKey("new key");
  await directory.findByHash("new key", refuse);
  expect(lookedUp).toEqual(["new key"]);
});

describe("after a change", () => {
  const businesses = ["biz_1", "biz_2"];

  /** Two businesses with two keys each. `pause` makes look-ups of a key wait until the returned function is called. */
  function createDatabase() {
    const lookedUp: string[] = [];
    let paused = Promise.resolve();
    const findOne = async ({ hash, _id }: Record<string, { $eq: string }>) => {
      if (_id) return { _id: _id.$eq, active: true, rates: {} };
      lookedUp.push(hash!.$eq);
      await paused;
      const [businessId, number] = hash!.$eq.split("/");
      return { _id: `${businessId}-key-${number}`, businessId, hint: "svc_live_", revokedAt: null, expiresAt: null };
    };
    const collection = { findOne, async *find() {} };
    const pause = () => {
      let resume = () => {};
      paused = new Promise((resolve) => (resume = resolve));
      return () => resume();
    };
    return { db: { shared: () => collection } as unknown as Database, lookedUp, pause };
  }

  const hashes = businesses.flatMap((businessId) => [`${businessId}/1`, `${businessId}/2`]);

  test("a key is looked up again after 30 seconds, also when the clock of the machine was set back", async () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    const { db, lookedUp } = createDatabase();
    const directory = createKeyDirectory(db, bus, createLogger("test", "silent"));
    const find = () => directory.findByHash("biz_1/1", () => {});
    expect([await find(), await find()]).toMatchObject([{}, {}]);
    expect(lookedUp).toHaveLength(1);
    vi.setSystemTime(Date.now() - 3600_000);
    vi.advanceTimersByTime(29_999);
    expect(await find()).toMatchObject({});
    expect(lookedUp).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(await find()).toMatchObject({});
    expect(lookedUp).toHaveLength(2);
  });

  test.each([
    { change: { businessId: "biz_1", keyId: "biz_1-key-1" }, forgotten: ["biz_1/1"] },
    { change: { businessId: "biz_1" }, forgotten: ["biz_1/1", "biz_1/2"] },
    { change: {}, forgotten: hashes },
  ])("$change, on this replica or another one, only $forgotten are looked up again", async ({ change, forgotten }) => {
    for (const isOwn of [true, false]) {
      const { db, lookedUp } = createDatabase();
      const listeners: ((message: unknown) => void)[] = [];
      const ownBus = {
        publish: () => {},
        subscribe: (_: string, listener: () => void) => void listeners.push(listener),
      };
      const directory = createKeyDirectory(db, ownBus as unknown as Bus, createLogger("test", "silent"));
      for (const hash of hashes) expect(await directory.findByHash(hash, () => {})).toBeDefined();
      if (isOwn && change.businessId) directory.invalidate({ ...change, businessId: change.businessId });
      else for (const listener of listeners) listener(change);
      lookedUp.length = 0;
      for (const hash of hashes) await directory.findByHash(hash, () => {});
      expect(lookedUp).toEqual(forgotten);
    }
  });

  test("a look-up that began before the change of its key is not remembered; that of another business is", async () => {
    const { db, lookedUp, pause } = createDatabase();
    const directory = createKeyDirectory(db, bus, createLogger("test", "silent"));
    const resume = pause();
    const running = hashes.map((hash) => directory.findByHash(hash, () => {}));
    directory.invalidate({ businessId: "biz_1" });
    resume();
    await Promise.all(running);
    lookedUp.length = 0;
    for (const hash of hashes) await directory.findByHash(hash, () => {});
    expect(lookedUp).toEqual(["biz_1/1", "biz_1/2"]);
  });
});
