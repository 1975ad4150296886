import type { FastifyReply } from "fastify";
import { expect, test } from "vitest";
import type { Tenant } from "../tenant/tenant.js";
import { createTenantLimits } from "./tenant-limits.js";

const rates = { RATE_REQUESTS_PER_MINUTE: 3, RATE_WRITES_PER_MINUTE: 3, RATE_LISTS_PER_MINUTE: 3 };
const ignored = (): never => {
  throw new Error("not part of this test");
};

test("a person in the console has limits of their own beside those of the business's keys and of other people", () => {
  const counts = new Map<string, number>();
  const counters = {
    increment: (name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    getQuota: (name: string, limit: number) => ({ limit, remaining: limit - (counts.get(name) ?? 0), resetSeconds: 1 }),
  };
  const limits = createTenantLimits(counters, { acquire: ignored }, { admit: ignored }, rates);
  const reply = { headers: () => reply } as unknown as FastifyReply;
  const as = (keyId: string, credential: Tenant["credential"]) =>
    ({ businessId: "bus_1", keyId, credential, businessRates: {}, keyRates: {} }) as unknown as Tenant;
  const send = (keyId: string, credential: Tenant["credential"]) =>
    limits.consume(reply, as(keyId, credential), "write");

  for (let count = 0; count < 3; count += 1) send(`key_${count}`, "key");
  expect(() => send("key_4", "key")).toThrow(/Too many requests/);
  expect(() => send("con_1", "token")).toThrow(/Too many requests/);
  for (let count = 0; count < 3; count += 1) send("per_1", "session");
  expect(() => send("per_1", "session")).toThrow(/Too many requests/);
  send("per_2", "session");
});
