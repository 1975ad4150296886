import { tools } from "@tenant-ops/proto";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, test } from "vitest";
import { createSeededTenant, type SeededTenant } from "./support/records/seeded-tenants.js";
import { createCenterStock, type TestMesh, useSharedMesh, withdrawalArguments } from "./support/mesh/test-mesh.js";

let testMesh: TestMesh;
let tenant: SeededTenant;
beforeAll(async () => {
  testMesh = await useSharedMesh();
  tenant = await createSeededTenant(testMesh);
});

type Numbers = Record<string, number>;
interface Answer {
  rows: { time: string; dimensions: Record<string, { value: string; label: string }>; metrics: Numbers }[];
  totals: Numbers;
  notice: string;
  other: { groups: number; metrics: Numbers };
}

const ask = async (given: object, business = tenant) =>
  (await testMesh.callToolOrThrow(business, "analytics_query", given)) as unknown as Answer;

/** Every number of the statistics and of the counters per day, beside the same one of analytics. */
const sameNumbers: [name: string, collection: string, path: string, pairs: Record<string, string>][] = [
  ["withdrawals", "withdrawals", "supply/daily-counts", { count: "withdrawals", units: "units" }],
  ["spins", "spins", "roulettes/daily-counts", { spins: "spins", wins: "prizesWon" }],
  ["prizes", "prizes", "roulettes/daily-counts", { won: "prizesWon", claimed: "prizesClaimed" }],
  ["enrollments", "enrollments", "learning/daily-counts", { started: "enrollments", certified: "certificates" }],
  ["visits", "flows", "flows/daily-counts", { visits: "visits", registrations: "registrations" }],
  ["deliveries", "webhooks", "webhooks/daily-counts", { delivered: "delivered", failed: "failed" }],
];

describe("analytics", () => {
  test.each(sameNumbers)("counts %s as the counters per day do", async (_, collection, path, pairs) => {
    const body = await testMesh.callRestOrThrow(tenant, "GET", `/v1/public/${path}`);
    const { totals } = await ask({ collection, metrics: Object.keys(pairs), last_days: 30, interval: "none" });
    const expected = body["totals"] as Numbers;
    expect(totals).toEqual(Object.fromEntries(Object.entries(pairs).map(([own, other]) => [own, expected[other]])));
  });

  test("answers as its output schema says, over MCP and REST alike", async () => {
    const ajv = new Ajv2020({ strict: false });
    const query = { collection: "withdrawals", metrics: ["units", "count"], compare: "previous_year" };
    for (const [name, args] of [
      ["analytics_query", { ...query, group_by: ["product", "center"] }],
      ["analytics_list_collections", { collection: "withdrawals", dimension: "product" }],
    ] as const) {
      const answer = await testMesh.callToolOrThrow(tenant, name, args);
      const schema = tools.find((tool) => tool.name === name)?.outputSchema ?? {};
      expect([name, ajv.validate(schema, answer), ajv.errors]).toEqual([name, true, null]);
    }
    const overMcp = await ask({ ...query, group_by: ["product"] });
    const overRest = await testMesh.callRestOrThrow(tenant, "POST", "/v1/public/analytics/query", {
      ...query,
      groupBy: ["product"],
    });
    expect(overRest["rows"]).toEqual(overMcp.rows);
    expect(overRest["totals"]).toEqual(overMcp.totals);
  });

  test("names products and centers, and an agent finds their ids by a part of the name", async () => {
    const business = await testMesh.createBusiness();
    const held = await createCenterStock(testMesh, business, 50);
    const body = withdrawalArguments(held.ids);
    await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", body);
    const listed = await testMesh.callToolOrThrow(business, "analytics_list_collections", {
      collection: "withdrawals",
      dimension: "product",
    });
    const [value] = listed["values"] as { value: string; label: string }[];
    expect(value).toMatchObject({ label: "Gloves", count: 1 });
    const filters = [{ field: "product", values: [value?.value ?? ""] }];
    const answer = (await testMesh.callToolOrThrow(business, "analytics_query", {
      collection: "withdrawals",
      metrics: ["units"],
      group_by: ["product", "center"],
      interval: "none",
      filters,
    })) as unknown as Answer;
    expect(answer.rows).toMatchObject([{ dimensions: { product: { label: "Gloves" } }, metrics: { units: 1 } }]);
    const without = await testMesh.callToolOrThrow(business, "analytics_query", {
      collection: "withdrawals",
      metrics: ["units"],
      filters: [{ ...filters[0], op: "not_in" }],
    });
    expect(without["notice"]).toContain("no_results");
  });

  test("shows no number of another business, and none of the live business to its sandbox", async () => {
    const query = { collection: "withdrawals", metrics: ["count"], interval: "none" };
    const others = await testMesh.createBusiness();
    const sandbox = await testMesh.createTestKey(tenant);
    for (const business of [others, sandbox]) {
      const { totals } = (await testMesh.callToolOrThrow(business, "analytics_query", query)) as unknown as Answer;
      expect(totals).toEqual({ count: 0 });
    }
    expect((await ask(query)).totals["count"]).toBeGreaterThan(0);
  });

  test("refuses an unknown word with those that are known, over MCP and REST", async () => {
    const query = { collection: "withdrawals", metrics: ["unit"] };
    const overMcp = await testMesh.callTool(tenant, "analytics_query", query);
    const overRest = await testMesh.callRest(tenant, "POST", "/v1/public/analytics/query", query);
    for (const { status, body } of [overMcp, overRest]) {
      expect([status, body["error"]]).toEqual([422, "invalid_argument"]);
      expect(body["detail"]).toContain("the metrics of withdrawals are count, units. Did you mean units?");
    }
    const wrongDay = await testMesh.callRest(tenant, "POST", "/v1/public/analytics/query", {
      ...query,
      metrics: ["units"],
      dateFrom: "2026-02-30",
    });
    expect([wrongDay.status, wrongDay.body["detail"]]).toEqual([422, expect.stringContaining("dateFrom")]);
  });

  test("a key reads the numbers of the areas that it may read", async () => {
    const business = await testMesh.createBusiness({ scopes: ["analytics:read", "supply:read"] });
    const { collections } = await testMesh.callToolOrThrow(business, "analytics_list_collections", {});
    expect((collections as { name: string }[]).map(({ name }) => name)).toEqual([
      "withdrawals",
      "stock",
      "agent_calls",
    ]);
    const refused = await testMesh.callTool(business, "analytics_query", { collection: "spins", metrics: ["spins"] });
    expect([refused.status, refused.body["detail"]]).toEqual([403, expect.stringContaining("roulettes:read")]);
    const none = await testMesh.createBusiness({ scopes: ["supply:read"] });
    expect(
      (await testMesh.callTool(none, "analytics_query", { collection: "withdrawals", metrics: ["units"] })).status,
    ).toBe(403);
  });
});
