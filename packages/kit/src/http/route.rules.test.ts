import { expect, test } from "vitest";
import * as z from "zod";
import { runChecks } from "../errors/problems.js";
import { invalid, notFound, Refusal, refused } from "../errors/refusal.js";
import { fieldName, requestName, wording } from "../errors/wording.js";
import { checkReply } from "./bind-route.js";
import { listReply } from "./rest-lists.js";
import { listErrors } from "./route-errors.js";
import { createRouteWords, nameRequests } from "./route-words.js";
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
  const words = createRouteWords(nameRequests([list, create]));
  const sentence = wording`${fieldName("total_stock")}: ${'"total_stock"'} is wrong; ${fieldName("nested[0].min_alert")}, ${fieldName("item_id")}. ${requestName("supply_list_stocks")} lists them, ${requestName("flows_list_flows")} too: ${requestName("service://supply/schema/stock")}.`;
  const refusal = refused("slug_reserved", sentence, { slug: "total_stock" }, "total_stock");
  expect(refusal.detail).toBe(
    'total_stock: "total_stock" is wrong; nested[0].min_alert, item_id. supply_list_stocks lists them, flows_list_flows too: service://supply/schema/stock.',
  );
  expect(refusal.inWords(words(create))).toMatchObject({
    detail:
      'totalStock: "total_stock" is wrong; nested[0].minAlert, item_id. GET /stocks lists them, flows_list_flows too: GET /stocks.',
    problems: [{ rule: "slug_reserved", field: "totalStock", values: { slug: "total_stock" } }],
  });
});

test("a list that no tool has is named to a caller of REST without a word about tools", () => {
  const refusal = notFound("target", "No tool lists the valid ids; REST: GET /x.", { listWith: "GET /v1/targets" });
  expect(refusal.inWords(createRouteWords(nameRequests([list, create]))(create)).detail).toBe(
    'Target not found or does not belong to this business: "No tool lists the valid ids; REST: GET /x.". GET /v1/targets lists the valid ids.',
  );
});

test("a route can name a resource itself", () => {
  const route = { ...create, names: { "service://supply/schema/gifts": "GET /gifts and GET /kinds" } };
  const refusal = refused("slug_reserved", wording`See ${requestName("service://supply/schema/gifts")}.`, {
    slug: "a",
  });
  expect(refusal.inWords(createRouteWords(nameRequests([list, route]))(route)).detail).toBe(
    "See GET /gifts and GET /kinds.",
  );
});

test("refusals that are joined keep their words for each transport", () => {
  const join = () =>
    runChecks([
      () => {
        throw invalid("total_stock", "is wrong.");
      },
      () => {
        throw invalid("nested[1].min_alert", "is wrong.");
      },
    ]);
  const error = catchRefusal(join);
  expect(error.detail).toBe("total_stock: is wrong. nested[1].min_alert: is wrong.");
  expect(error.inWords(createRouteWords(nameRequests([list, create]))(create)).detail).toBe(
    "totalStock: is wrong. nested[1].minAlert: is wrong.",
  );
});

function catchRefusal(run: () => void): Refusal {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return error;
  }
  throw new Error("nothing was refused");
}

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
