import { newId } from "@tenant-ops/kit/data";
import { examinedDuring, seedDatabase } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestSettings, startTestGateway, type TestGateway } from "./testing.js";

// For a page of each list of operators and administrators, the database examines as many rows as the page shows, with 1,000 rows as with 100,000.

const limit = 20;
const pad = (number: number) => String(number).padStart(6, "0");

describe.each([1000, 100_000])("among %i rows of each kind", (rows) => {
  const businessId = newId("biz");
  const settings = createTestSettings();
  const database = settings["MONGODB_DATABASE"] ?? "";
  let gateway: TestGateway;

  const business = (number: number) => ({
    _id: number === 0 ? businessId : `biz_${pad(number)}`,
    name: `Shop ${pad(number)}`,
    ...{ country: "MX", currency: "MXN", timeZone: "UTC", requireProposal: false, rates: {} },
    active: number % 2 === 0,
    createdAt: new Date(),
  });
  const key = (number: number) => ({
    _id: `key_${pad(number)}`,
    businessId,
    hash: `hash ${number}`,
    hint: "svc_live_abcd",
    name: `Key ${pad(number)}`,
    ...{
      scopes: ["*"],
      allowedAddresses: [],
      requireProposal: false,
      isFreeOfProposals: false,
      toolsets: [],
      rates: {},
    },
    ...{ replaces: null, createdAt: new Date(), expiresAt: null, lastUsedAt: null },
    // The gateway reads the hashes of all valid keys at its start, in batches that would be counted here.
    revokedAt: new Date(),
  });
  const call = (number: number) => ({
    _id: `opc_${pad(number)}`,
    operator: number < 2 * limit ? "ana" : "ben",
    ...{ requestId: "req_1", address: "127.0.0.1", method: "GET", path: "/v1/admin/businesses" },
    businessId: number < 2 * limit ? businessId : `biz_${pad(number)}`,
    at: new Date(),
    ...{ status: 200, answeredAt: new Date() },
  });

  beforeAll(async () => {
    await seedDatabase(database, {
      businesses: { count: rows, toRow: business },
      keys: { count: rows, toRow: key },
      operatorCalls: { count: rows, toRow: call },
    });
    gateway = await startTestGateway(settings);
  });
  afterAll(() => gateway?.close());

  test.each([
    ["the businesses", "/businesses?"],
    ["the businesses that are active", "/businesses?active=true&"],
    ["the keys of a business", `/businesses/${businessId}/keys?`],
    ["the calls of operators", "/calls?"],
    ["the calls of one operator", "/calls?operator=ana&"],
    ["the calls about a business", `/calls?businessId=${businessId}&`],
  ])("a page of %s examines what it shows and one row more, the second page too", async (_name, path) => {
    const first = await gateway.admin<{ items: unknown[]; next_cursor: string }>("GET", `${path}limit=${limit}`);
    expect(first.items).toHaveLength(limit);
    const second = `${path}limit=${limit}&cursor=${encodeURIComponent(first.next_cursor)}`;
    const examined = await examinedDuring(database, () => gateway.admin("GET", second));
    expect(examined).toBeLessThanOrEqual(limit + 1);
  });
});
