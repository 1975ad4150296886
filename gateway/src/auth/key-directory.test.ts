import { Refusal } from "@tenant-ops/kit/errors";
import type { Bus } from "@tenant-ops/kit/events";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Accounts } from "../accounts/accounts.js";
import type { Changes, CredentialChange } from "../accounts/changes.js";
import { createKeyDirectory } from "./key-directory.js";

/** Accounts without keys that counts the look-ups. */
function createEmptyAccounts() {
  const lookedUp: string[] = [];
  const findKeyByHash = async (hash: string) => void lookedUp.push(hash);
  return { accounts: { findKeyByHash, async *listKeyHashes() {} } as unknown as Accounts, lookedUp };
}

/** A directory with what tells it of changes and of new keys. */
function createDirectory(accounts: Accounts) {
  const onMessage: ((message: unknown) => void)[] = [];
  const onChange: ((change: CredentialChange | undefined) => void)[] = [];
  const bus = { subscribe: (_: string, listener: () => void) => void onMessage.push(listener) } as unknown as Bus;
  const changes: Pick<Changes, "onChange"> = { onChange: (listener) => void onChange.push(listener) };
  const directory = createKeyDirectory({ accounts, changes, bus, logger: createLogger("test", "silent") });
  return {
    directory,
    change: (change: CredentialChange | undefined) => onChange.forEach((listener) => listener(change)),
    create: (hash: string) => onMessage.forEach((listener) => listener({ hash })),
  };
}

const refuse = () => {
  throw new Refusal("rate_limited", "Too many wrong credentials.", 7);
};

test("an unknown key of an address over its limit is refused without asking accounts", async () => {
  const { accounts, lookedUp } = createEmptyAccounts();
  const { directory } = createDirectory(accounts);
  await expect(directory.findByHash("guess 1", refuse)).rejects.toThrow("Too many wrong credentials.");
  expect(lookedUp).toEqual([]);
  expect(await directory.findByHash("guess 2", () => {})).toBeUndefined();
  expect(lookedUp).toEqual(["guess 2"]);
});

test("a key that was created while the gateway runs is looked up for every address", async () => {
  const { accounts, lookedUp } = createEmptyAccounts();
  const { directory, create } = createDirectory(accounts);
  create("new key");
  await directory.findByHash("new key", refuse);
  expect(lookedUp).toEqual(["new key"]);
});

describe("after a change", () => {
  const businesses = ["biz_1", "biz_2"];

  /** Two businesses with two keys each. `pause` makes look-ups of a key wait until the returned function is called. */
  function createTestAccounts() {
    const lookedUp: string[] = [];
    let paused = Promise.resolve();
    const findKeyByHash = async (hash: string) => {
      lookedUp.push(hash);
      await paused;
      const [id, number] = hash.split("/");
      return {
        key: { id: `${id}-key-${number}`, isRevoked: false, expiresAt: "" },
        business: { id, active: true, rates: {} },
      };
    };
    const pause = () => {
      let resume = () => {};
      paused = new Promise((resolve) => (resume = resolve));
      return () => resume();
    };
    return { accounts: { findKeyByHash, async *listKeyHashes() {} } as unknown as Accounts, lookedUp, pause };
  }

  const hashes = businesses.flatMap((businessId) => [`${businessId}/1`, `${businessId}/2`]);

  test("a key is looked up again after 30 seconds, also when the clock of the machine was set back", async () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    const { accounts, lookedUp } = createTestAccounts();
    const { directory } = createDirectory(accounts);
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
    { change: undefined, forgotten: hashes },
  ])("$change, only $forgotten are looked up again", async ({ change, forgotten }) => {
    const { accounts, lookedUp } = createTestAccounts();
    const made = createDirectory(accounts);
    for (const hash of hashes) expect(await made.directory.findByHash(hash, () => {})).toBeDefined();
    made.change(change);
    lookedUp.length = 0;
    for (const hash of hashes) await made.directory.findByHash(hash, () => {});
    expect(lookedUp).toEqual(forgotten);
  });

  test("a look-up that began before the change of its key is not remembered; that of another business is", async () => {
    const { accounts, lookedUp, pause } = createTestAccounts();
    const { directory, change } = createDirectory(accounts);
    const resume = pause();
    const running = hashes.map((hash) => directory.findByHash(hash, () => {}));
    change({ businessId: "biz_1" });
    resume();
    await Promise.all(running);
    lookedUp.length = 0;
    for (const hash of hashes) await directory.findByHash(hash, () => {});
    expect(lookedUp).toEqual(["biz_1/1", "biz_1/2"]);
  });
});
