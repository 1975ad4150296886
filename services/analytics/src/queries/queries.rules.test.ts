import { create } from "@bufbuild/protobuf";
import type { Call } from "@tenant-ops/kit/call";
import { refused } from "@tenant-ops/kit/errors";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { createTestCall } from "@tenant-ops/kit/testing";
import { ListCollectionsRequestSchema, QueryRequestSchema } from "@tenant-ops/proto/analytics";
import { type QueryCountsRequest, QueryCountsResponseSchema } from "@tenant-ops/proto/common";
import { expect, test } from "vitest";
import { createQueries } from "./queries.js";

const call = createTestCall(undefined, { scopes: ["*"], timeZone: "UTC" });
const days = { firstDay: "2026-01-01", lastDay: "2026-11-28" };
const products = ["p1", "p2", "p3"];

/** Services that count as many units of a product as its number says, in every query by product. */
function answerWith(answer: (request: QueryCountsRequest, call: Call, service: string) => Promise<object> | object) {
  const unary = async (_: unknown, request: QueryCountsRequest, given: Call, service: string) => ({
    message: create(QueryCountsResponseSchema, { ...days, ...(await answer(request, given, service)) }),
  });
  return createQueries({ unary } as unknown as RpcClients);
}
const byProduct = ({ groupBy }: QueryCountsRequest) =>
  groupBy[0] === "product"
    ? {
        intervals: products.map(() => 0),
        values: [{ values: products }],
        counters: [
          { name: "count", values: products.map(() => 1) },
          { name: "units", values: products.map((_, index) => index + 1) },
        ],
        labels: products.map((value) => ({ dimension: "product", value, label: `Taza ${value}` })),
      }
    : {};

const query = (given: object = {}) =>
  create(QueryRequestSchema, {
    collection: "withdrawals",
    metrics: ["units"],
    groupBy: ["product"],
    interval: "none",
    ...given,
  });

test("pages follow each other by a cursor, which belongs to its query", async () => {
  const queries = answerWith(byProduct);
  const first = await queries.query(call, query({ limit: 2 }));
  expect(first.rows.map(({ metrics }) => metrics["units"])).toEqual([3, 2]);
  const second = await queries.query(call, query({ limit: 2, cursor: first.nextCursor }));
  expect(second.rows.map(({ dimensions }) => dimensions["product"]?.label)).toEqual(["Taza p1"]);
  expect([second.hasMore, second.nextCursor]).toEqual([false, ""]);
  const other = query({ limit: 2, cursor: first.nextCursor, metrics: ["count"] });
  await expect(queries.query(call, other)).rejects.toMatchObject({ code: "invalid_cursor" });
  const ofOther = createTestCall(undefined, { scopes: ["*"] });
  await expect(queries.query(ofOther, query({ cursor: first.nextCursor }))).rejects.toMatchObject({
    code: "invalid_cursor",
  });
});

test("values of a dimension are listed with their names, the most frequent first, and found by a part of the name", async () => {
  const queries = answerWith((request) => (request.bounds.length > 0 ? byProduct(request) : {}));
  const list = (given: object) =>
    queries.list(
      call,
      create(ListCollectionsRequestSchema, { collection: "withdrawals", dimension: "product", ...given }),
    );
  const { values, totalValues, collections } = await list({});
  expect([values.map(({ value }) => value), totalValues]).toEqual([["p1", "p2", "p3"], 3]);
  expect(collections).toMatchObject([{ name: "withdrawals", ...days }]);
  expect((await list({ search: "tÁza p2" })).values).toEqual([{ value: "p2", label: "Taza p2", count: 1 }]);
  expect((await list({ limit: 1 })).values).toHaveLength(1);
  const without = create(ListCollectionsRequestSchema, { dimension: "product" });
  await expect(queries.list(call, without)).rejects.toThrow("send `collection` too");
  // A search that finds nothing, because there is nothing to search, would be ignored.
  await expect(list({ dimension: "", search: "taza" })).rejects.toThrow("send `collection` and `dimension` too");
});

test("where a business has too many values for a year, those of fewer days are listed", async () => {
  const lengths: number[] = [];
  const queries = answerWith(({ bounds: [first = "", end = ""] }) => {
    if (end === "") return {};
    const length = Math.round((Date.parse(end) - Date.parse(first)) / 86_400_000);
    lengths.push(length);
    if (length > 30) throw refused("too_many_combinations", "too many", { max: 1 });
    return byProduct({ groupBy: ["product"] } as QueryCountsRequest);
  });
  const request = create(ListCollectionsRequestSchema, { collection: "withdrawals", dimension: "product" });
  expect((await queries.list(call, request)).totalValues).toBe(3);
  expect(lengths).toEqual([400, 90, 30]);
});

test("a comparison asks the service twice, and every query names its service", async () => {
  const asked: string[] = [];
  const queries = answerWith((request, _, service) => {
    asked.push(`${service} ${request.bounds.length}`);
    return {};
  });
  await queries.query(call, query({ compare: "previous_year" }));
  expect(asked).toEqual(["supply 2", "supply 2"]);
});

test("eight queries of a business run at the same time; a ninth is refused, and another business is not", async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const queries = answerWith(async () => {
    await held;
    return {};
  });
  const running = Array.from({ length: 8 }, () => queries.query(call, query()));
  await expect(queries.query(call, query())).rejects.toMatchObject({ code: "rate_limited" });
  const other = queries.query(createTestCall(undefined, { scopes: ["*"] }), query());
  release();
  expect(await Promise.all([...running, other])).toHaveLength(9);
  expect((await queries.query(call, query())).notice).toContain("no_results");
});

test("levels are asked for where a metric is one, because they need all changes until today", async () => {
  const asked: boolean[] = [];
  const queries = answerWith(({ withLevels }) => {
    asked.push(withLevels);
    return {};
  });
  for (const metrics of [["received"], ["received", "on_hand"]])
    await queries.query(call, query({ collection: "stock", metrics }));
  expect(asked).toEqual([false, true]);
});

test("the gateway is asked for the calls that it counts, with the scope of analytics", async () => {
  const asked: string[] = [];
  const queries = answerWith((_, __, service) => {
    asked.push(service);
    return {};
  });
  const given = query({ collection: "agent_calls", metrics: ["p95"], groupBy: ["tool"] });
  await queries.query({ ...call, scopes: ["analytics:read"] }, given);
  expect(asked).toEqual(["accounts"]);
  const refused = queries.query({ ...call, scopes: ["supply:read"] }, given);
  await expect(refused).rejects.toThrow("needs the scope analytics:read");
});
