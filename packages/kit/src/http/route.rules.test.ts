import { expect, test } from "vitest";
import { z } from "zod";
import { notFound } from "../errors/refusal.js";
import { checkReply } from "./bind-route.js";
import { listReply } from "./rest-lists.js";
import { listErrors } from "./route-errors.js";
import { createDetailTranslator } from "./route-names.js";
import { defineRoute } from "./route.js";

const list = defineRoute({
  id: "listStocks",
  method: "GET",
  path: "/stocks",
  service: "supply",
  caller: "tenant",
  summary: "List the products",
  query: z.strictObject({ cursor: z.string().default("") }),
  replies: { 200: { description: "A page", body: listReply(z.strictObject({ _id: z.string() })) } },
  tools: ["supply_list_stocks"],
  resources: ["service://supply/schema/stock"],
});
const create = defineRoute({
  id: "createStock",
  method: "POST",
  path: "/stocks",
  service: "supply",
  caller: "tenant",
  summary: "Create a product",
  body: z.strictObject({
    totalStock: z.int(),
    nested: z.array(z.strictObject({ minAlert: z.int(), item_id: z.string() })),
  }),
  replies: {
    201: { description: "The product", body: z.strictObject({ _id: z.string(), note: z.string().optional() }) },
  },
  errors: ["quota_exceeded"],
  idempotency: "required",
});

test("sentences of rules name fields and requests of REST, and what the caller wrote stays", () => {
  const translate = createDetailTranslator([list, create]);
  const sentence =
    'total_stock: "total_stock" is wrong; nested[0].min_alert, item_id. supply_list_stocks lists them, flows_list_flows too: service://supply/schema/stock.';
  expect(translate(sentence, create)).toBe(
    'totalStock: "total_stock" is wrong; nested[0].minAlert, item_id. GET /stocks lists them, flows_list_flows too: GET /stocks.',
  );
});

test("a list that no tool has is named to a caller of REST without a word about tools", () => {
  const translate = createDetailTranslator([list, create]);
  const { detail } = notFound("target", "No tool lists the valid ids; REST: GET /x.", { listWith: "GET /v1/targets" });
  expect(translate(detail, create)).toBe(
    'Target not found or does not belong to this business: "No tool lists the valid ids; REST: GET /x.". GET /v1/targets lists the valid ids.',
  );
});

test("a route has the errors that follow from its declaration, each once", () => {
  expect(listErrors(list)).toContain("invalid_cursor");
  expect(listErrors(list)).not.toContain("payload_too_large");
  const codes = listErrors(create);
  for (const code of ["idempotency_key_required", "idempotency_conflict", "proposal_required", "quota_exceeded"])
    expect(codes).toContain(code);
  expect(new Set(codes).size).toBe(codes.length);
});

test("an answer with another status, another field or a missing field is not as declared", () => {
  expect(() => checkReply(create, 201, { _id: "a", note: undefined })).not.toThrow();
  expect(() => checkReply(create, 200, { _id: "a" })).toThrow("status 200");
  expect(() => checkReply(create, 201, { _id: "a", more: 1 })).toThrow("more");
  expect(() => checkReply(create, 201, {})).toThrow("_id");
});
