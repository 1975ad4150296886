import type { FastifyReply } from "fastify";
import { expect, test } from "vitest";
import type { Tenant } from "../tenant/tenant.js";
import { createTenantLimits } from "./tenant-limits.js";

const rates = { RATE_REQUESTS_PER_MINUTE: 3, RATE_WRITES_PER_MINUTE: 3, RATE_LISTS_PER_MINUTE: 3 };
const ignored = (): never => {
  throw new Error("not part of this test");
};

function createLimits() {
  const counts = new Map<string, number>();
  const counters = {
    increment: (name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    getQuota: (name: string, limit: number) => ({ limit, remaining: limit - (counts.get(name) ?? 0), resetSeconds: 1 }),
  };
  const limits = createTenantLimits(counters, { acquire: ignored }, { admit: ignored }, rates);
  const reply = { headers: () => reply } as unknown as FastifyReply;
  return (tenant: Partial<Tenant>) =>
    limits.consume(reply, { businessId: "bus_1", businessRates: {}, keyRates: {}, ...tenant } as Tenant, "write");
}

test("a person in the console has limits of their own beside those of the business's keys and of other people", () => {
  const consume = createLimits();
  const send = (keyId: string, credential: Tenant["credential"]) => consume({ keyId, credential });

  for (let count = 0; count < 3; count += 1) send(`key_${count}`, "key");
  expect(() => send("key_4", "key")).toThrow(/Too many requests/);
  expect(() => send("con_1", "token")).toThrow(/Too many requests/);
  for (let count = 0; count < 3; count += 1) send("per_1", "session");
  expect(() => send("per_1", "session")).toThrow(/Too many requests/);
  send("per_2", "session");
});

test("a sandbox has limits beside those of its business, and keeps them when it is emptied", () => {
  const consume = createLimits();
  const send = (businessId: string) => consume({ businessId, sandboxOf: "bus_1", keyId: "key_1", credential: "key" });
  for (let count = 0; count < 3; count += 1) send("sbx_1");
  expect(() => send("sbx_2")).toThrow(/Too many requests/);
  consume({ keyId: "key_2", credential: "key" });
});
