import { expect, test } from "vitest";
import type { Call } from "../call/call.js";
import type { Database } from "../data/database.types.js";
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
