import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Call } from "../../call/call.js";
import { refused } from "../../errors/refusal.js";
import { createLogger } from "../../telemetry/logger.js";
import { createTestCall, openTestDatabase, testBackend } from "../../testing/index.js";
import type { Database } from "../database.types.js";
import { newId } from "../ids.js";

interface Thing {
  _id: string;
}

let db: Database;
beforeAll(async () => {
  const name = `test_kit_${randomBytes(4).toString("hex")}`;
  const options = {
    url: testBackend().mongodbUrl,
    appName: "kit",
    indexes: { things: [] },
    tenancyGuard: "commands" as const,
  };
  db = await openTestDatabase({ ...options, name, logger: createLogger("kit", "silent") });
});
afterAll(() => db.close());

const newCall = (given: Partial<Call> = {}): Call =>
  createTestCall(newId("biz"), { requestDigest: () => "digest", idempotencyKey: "proposal:1", ...given });
const countThings = (call: Call) => db.scope(call).collection<Thing>("things").count({});

// The two ways to write: a transaction per call, and a batch.
const insertAlone = (call: Call) =>
  db.transaction(call, async (scope) => {
    const thing = { _id: newId("thing") };
    await scope.collection<Thing>("things").insertOne(thing);
    return { id: thing._id };
  });
const createBatch = (decide = (): Thing => ({ _id: newId("thing") })) => {
  const insert = db.batchPerBusiness<object, object, Thing, { id: string }>({
    load: async () => ({}),
    decide,
    write: async (planned) => {
      for (const { scope, plan } of planned) await scope.collection<Thing>("things").append(plan);
    },
    reply: ({ _id: id }) => ({ id }),
  });
  return (call: Call) => insert(call, {});
};
const insertInBatch = (call: Call) => createBatch()(call);

describe.each([
  ["a transaction", insertAlone],
  ["a batched write", insertInBatch],
])("a look-up of the answer of %s", (_, write) => {
  test("returns the stored answer and writes nothing", async () => {
    const call = newCall();
    const first = await write({ ...call });
    for (const storedReplyOnly of ["proposal_expired", "proposal_invalid"] as const) {
      const lookUp: Call = { ...call, storedReplyOnly };
      expect(await write(lookUp)).toEqual(first);
      expect(lookUp.replayed).toBe(true);
    }
    expect(await countThings(call)).toBe(1);
  });

  test("is refused when nothing is stored, and writes nothing", async () => {
    for (const storedReplyOnly of ["proposal_expired", "proposal_invalid"] as const) {
      const call = newCall();
      const lookUp = () => write({ ...call, storedReplyOnly });
      for (let tries = 0; tries < 2; tries += 1)
        await expect(lookUp()).rejects.toMatchObject({
          code: storedReplyOnly,
          detail: expect.stringContaining("Nothing was written"),
        });
      expect(await countThings(call)).toBe(0);
    }
  });

  test("finds only answers of the same business, operation and arguments", async () => {
    const call = newCall();
    await write({ ...call });
    const storedReplyOnly = "proposal_invalid";
    for (const other of [newCall({ idempotencyKey: "proposal:1" }), { ...call, operation: "another" }])
      await expect(write({ ...other, storedReplyOnly })).rejects.toMatchObject({ code: "proposal_invalid" });
    await expect(write({ ...call, storedReplyOnly, requestDigest: () => "other" })).rejects.toMatchObject({
      code: "idempotency_conflict",
    });
    expect(await countThings(call)).toBe(1);
  });

  test("of an expired proposal refuses a call with its key that comes later", async () => {
    const call = newCall();
    await expect(write({ ...call, storedReplyOnly: "proposal_expired" })).rejects.toMatchObject({
      code: "proposal_expired",
    });
    await expect(write({ ...call })).rejects.toMatchObject({ code: "proposal_expired" });
    expect(await countThings(call)).toBe(0);
  });

  test("with a token that cannot be verified leaves the proposal as it is", async () => {
    const call = newCall();
    await expect(write({ ...call, storedReplyOnly: "proposal_invalid" })).rejects.toMatchObject({
      code: "proposal_invalid",
    });
    expect(await write({ ...call })).toMatchObject({ id: expect.any(String) });
  });

  test("beside the call itself: both get the same answer, or both are refused and nothing is written", async () => {
    for (let round = 0; round < 20; round += 1) {
      const call = newCall();
      const calls = [{ ...call }, { ...call, storedReplyOnly: "proposal_expired" as const }];
      const outcomes = await Promise.allSettled((round % 2 ? calls : calls.toReversed()).map((one) => write(one)));
      const answers = outcomes.map((one) =>
        one.status === "fulfilled" ? one.value.id : (one.reason as Error & { code: string }).code,
      );
      expect(answers[0]).toBe(answers[1]);
      expect(await countThings(call)).toBe(answers[0] === "proposal_expired" ? 0 : 1);
    }
  });
});

describe("32 calls with one key at once", () => {
  const callTogether = (write: (call: Call) => Promise<{ id: string }>, call: Call) =>
    Promise.allSettled(Array.from({ length: 32 }, () => write({ ...call })));
  const countCommits = async (work: () => Promise<unknown>): Promise<number> => {
    let commits = 0;
    const stop = db.watchCommands(({ commandName }) => void (commits += commandName === "commitTransaction" ? 1 : 0));
    await work();
    stop();
    return commits;
  };

  test.each<[string, Partial<Call>]>([
    ["a batched write", {}],
    ["a look-up of an expired proposal", { storedReplyOnly: "proposal_expired" }],
  ])("of %s need two transactions: of the first, and of its repeats together", async (_, given) => {
    const call = newCall(given);
    expect(await countCommits(() => callTogether(createBatch(), call))).toBe(2);
    expect(await countThings(call)).toBe(given.storedReplyOnly ? 0 : 1);
  });

  test("write once, also when the first of them is refused", async () => {
    let decisions = 0;
    const write = createBatch(() => {
      decisions += 1;
      if (decisions === 1) throw refused("insufficient_stock", "Nothing is left.", { held: 0, requested: 1 });
      return { _id: newId("thing") };
    });
    const call = newCall();
    const [first, ...repeats] = await callTogether(write, call);
    expect(first).toMatchObject({ status: "rejected", reason: { code: "insufficient_stock" } });
    const answers = repeats.map((repeat) => (repeat.status === "fulfilled" ? repeat.value.id : repeat.reason));
    expect([new Set(answers).size, await countThings(call)]).toEqual([1, 1]);
  });
});
