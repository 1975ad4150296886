import { expect, test, vi } from "vitest";
import type { Call } from "../call/call.js";
import type { Database } from "../data/database.types.js";
import { Refusal } from "../errors/refusal.js";
import { defineVerb } from "./verb.js";

test("an error of the database becomes the refusal of the verb, which names what was asked for", async () => {
  const failing = { scope: () => ({}), transaction: () => Promise.reject(new Error("duplicate key")) };
  const create = defineVerb(() => ({
    plan: (request: { slug: string }) => request,
    write: (_, planned) => Promise.resolve(planned),
    mapError: (_, { slug }) => new Error(`${slug} is taken`),
  }));
  const run = create({ db: failing as unknown as Database, config: undefined });
  await expect(run({} as Call, { slug: "first-aid" })).rejects.toThrow("first-aid is taken");
});

const work = (write: () => Promise<string>, call = {} as Call) => {
  const afterCommit = vi.fn<(committed: object) => void>();
  const verb = defineVerb(() => ({
    plan: (request: string) => `plan of ${request}`,
    write,
    afterCommit,
    repeat: { after: (error) => error instanceof RangeError, max: 2 },
  }));
  const bound = verb({ db, config: undefined });
  return { bound, run: () => bound(call, "a"), afterCommit };
};
const db = {
  scope: () => ({}),
  transaction: (call: Call, work: (scope: object) => Promise<unknown>) => (call.replayed ? "stored" : work({})),
} as unknown as Database;

test("a verb that repeats runs again after its errors, as often as it says, and after no other", async () => {
  const write = vi.fn<() => Promise<string>>();
  const fail = (error: Error) => write.mockRejectedValueOnce(error);
  fail(new RangeError("taken"));
  fail(new RangeError("taken"));
  write.mockResolvedValueOnce("done");
  const { run } = work(write);
  expect([await run(), write.mock.calls.length]).toEqual(["done", 3]);
  for (const message of ["first", "second", "third"]) fail(new RangeError(message));
  await expect(run()).rejects.toThrow("third");
  fail(new Error("other"));
  await expect(run()).rejects.toThrow("other");
  expect(write.mock.calls.length).toBe(7);
});

test("what runs after the commit gets plan and result, neither after a repeat, and nothing runs without a commit", async () => {
  const { run, afterCommit } = work(async () => "done");
  await run();
  expect(afterCommit).toHaveBeenLastCalledWith({
    call: {},
    request: "a",
    done: { plan: "plan of a", result: "done" },
  });
  const call = { replayed: true } as Call;
  const repeated = work(async () => "done", call);
  await repeated.run();
  expect(repeated.afterCommit).toHaveBeenCalledExactlyOnceWith({ call, request: "a", done: undefined });
  const failed = work(() => Promise.reject(new Error("no")));
  await expect(failed.run()).rejects.toThrow("no");
  expect(failed.afterCommit).not.toHaveBeenCalled();
});

test("the part that is kept of a result is the result of the transaction", async () => {
  const { bound } = work(async () => "all of it");
  const transaction = vi.spyOn(db, "transaction");
  expect(await bound.keeping({} as Call, "a", ({ length }) => ({ length }))).toEqual({ length: 9 });
  expect(await transaction.mock.results[0]?.value).toEqual({ length: 9 });
});

test("a write takes its lock before it loads, and a preview takes none", async () => {
  const steps: string[] = [];
  const verb = defineVerb(() => ({
    lock: async () => void steps.push("lock"),
    load: async () => void steps.push("load"),
    plan: (request: string) => request,
    write: async () => void steps.push("write"),
  }));
  const bound = verb({ db, config: undefined });
  await bound.preview({} as Call, "a");
  expect(steps.splice(0)).toEqual(["load"]);
  await bound({} as Call, "a");
  expect(steps).toEqual(["lock", "load", "write"]);
});

test("what is refused before the transaction is thrown to a first call and a preview, and a repeat gets the stored answer", async () => {
  const verb = defineVerb(() => ({
    loadBefore: () => Promise.reject(new Refusal("passkey_rejected", "It was used before.")),
    plan: (request: string) => request,
    write: async () => "done",
  }));
  const bound = verb({ db, config: undefined });
  await expect(bound({} as Call, "a")).rejects.toMatchObject({ code: "passkey_rejected" });
  await expect(bound.preview({} as Call, "a")).rejects.toMatchObject({ code: "passkey_rejected" });
  expect(await bound({ replayed: true } as Call, "a")).toBe("stored");
});
