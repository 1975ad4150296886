import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import { expect, test } from "vitest";
import * as z from "zod";
import { createOpenApiDocument } from "../openapi/index.js";
import { renderMarkdownPages } from "./pages.js";

const route = { service: "supply", caller: "tenant" } as const;
const stock = z.strictObject({ _id: z.string(), productName: z.string() }).meta({ id: "TestStock" });
const routes = [
  defineRoute({
    ...route,
    id: "createStock",
    method: "POST",
    path: "/v1/public/supply/stocks",
    summary: "Create a product",
    body: z.strictObject({ productName: z.string().min(1).describe("Its name.") }),
    replies: { 201: { description: "The product", body: stock } },
    errors: ["quota_exceeded"],
    idempotency: "accepted",
  }),
  defineRoute({
    ...route,
    id: "listStocks",
    method: "GET",
    path: "/v1/public/supply/stocks",
    summary: "List the products",
    query: z.strictObject(listQuery),
    replies: { 200: { description: "A page", body: listReply(stock) } },
  }),
];
const examples = {
  createStock: {
    operation: "createStock",
    request: { params: {}, query: {}, headers: { "idempotency-key": "k-1" }, body: { productName: "Ana's gloves" } },
    response: { status: 201, headers: {}, body: { _id: "stk_1", productName: "Ana's gloves" } },
  },
  listStocks: {
    operation: "listStocks",
    request: { params: {}, query: { limit: 10 }, headers: {} },
    response: { status: 200, headers: {}, body: { items: [], count: 0, has_more: false } },
  },
};

test("a page has the fields, the recorded request for a shell and for the client, the answer and the own errors", () => {
  const document = createOpenApiDocument({ routes, version: "1.0.0", examples, errorExamples: {} });
  const page = renderMarkdownPages({ document, examples })["supply.md"] ?? "";
  expect(page).toContain("| `productName` | body | string; at least 1 characters | yes | Its name. |");
  expect(page).toContain(String.raw`-d '{"productName":"Ana'\''s gloves"}'`);
  expect(page).toContain('client.supply.createStock({ productName: "Ana\'s gloves" }, { idempotencyKey: "k-1" });');
  expect(page).toContain("for await (const item of client.supply.listStocks({ limit: 10 })) console.log(item);");
  expect(page).toContain('"_id": "stk_1"');
  expect(page).toContain("Errors: [`quota_exceeded`](../errors.md), and [those of every request](../errors.md).");
  expect(page).toContain("### TestStock");
});
