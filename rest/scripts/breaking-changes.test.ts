import { expect, test } from "vitest";
import { findBreakingChanges, hasOasdiff } from "./breaking-changes.mjs";

const object = (required: string[], properties: Record<string, object>) => ({ type: "object", required, properties });
const json = <T extends object>(schema: T) => ({ content: { "application/json": { schema } } });

const released = {
  openapi: "3.1.1",
  info: { title: "Test", version: "1.0.0" },
  paths: {
    "/stocks": {
      get: {
        operationId: "listStocks",
        parameters: [{ name: "type", in: "query", schema: { type: "string", enum: ["supply", "prize"] } }],
        responses: {
          "200": {
            description: "A page.",
            ...json(object(["items"], { items: { type: "array" }, note: { type: "string" } })),
          },
          "422": { description: "Wrong.", ...json(object(["error"], { error: { enum: ["invalid_argument"] } })) },
        },
      },
      post: {
        operationId: "createStock",
        requestBody: { required: true, ...json(object(["name"], { name: { type: "string", maxLength: 200 } })) },
        responses: { "201": { description: "Created." } },
      },
    },
    "/centers": { get: { operationId: "listCenters", responses: { "200": { description: "A page." } } } },
  },
  webhooks: {
    "stock.low": {
      post: {
        requestBody: json(object(["stockId"], { stockId: { type: "string" }, reason: { type: "string" } })),
        responses: { "200": { description: "Delivered." } },
      },
    },
  },
};
type Document = typeof released;

function change(edit: (document: Document) => void): Promise<string[]> {
  const document = structuredClone(released);
  edit(document);
  return findBreakingChanges(released, document);
}
const reply = ({ paths }: Document) => paths["/stocks"].get.responses["200"].content["application/json"].schema;
const errors = ({ paths }: Document) => paths["/stocks"].get.responses["422"].content["application/json"].schema;
const body = ({ paths }: Document) => paths["/stocks"].post.requestBody.content["application/json"].schema;
const event = ({ webhooks }: Document) => webhooks["stock.low"].post.requestBody.content["application/json"].schema;

test.skipIf(!hasOasdiff).each<[string, (document: Document) => void]>([
  ["a removed route", ({ paths }) => Reflect.deleteProperty(paths, "/centers")],
  ["a removed method", ({ paths }) => Reflect.deleteProperty(paths["/stocks"], "post")],
  ["a removed reply field", (document) => Reflect.deleteProperty(reply(document).properties, "note")],
  ["a reply field that is no longer always there", (document) => void (reply(document).required = [])],
  [
    "a new required parameter",
    ({ paths }) =>
      void paths["/stocks"].get.parameters.push({
        name: "center",
        in: "query",
        ...{ required: true },
        schema: { type: "string", enum: ["a"] },
      }),
  ],
  ["a narrowed enum", ({ paths }) => void paths["/stocks"].get.parameters[0]?.schema.enum.pop()],
  [
    "a new required body field",
    (document) => {
      Object.assign(body(document).properties, { type: { type: "string" } });
      body(document).required.push("type");
    },
  ],
  ["a shorter limit", (document) => void Object.assign(body(document).properties["name"] ?? {}, { maxLength: 100 })],
  ["another operationId", ({ paths }) => void (paths["/stocks"].get.operationId = "getStocks")],
  ["a removed event", ({ webhooks }) => Reflect.deleteProperty(webhooks, "stock.low")],
  ["a removed event field", (document) => Reflect.deleteProperty(event(document).properties, "reason")],
  ["an event field that is no longer always there", (document) => void (event(document).required = [])],
])("%s is a breaking change", async (_what, edit) => {
  expect(await change(edit)).toHaveLength(1);
});

test.skipIf(!hasOasdiff).each<[string, (document: Document) => void]>([
  ["nothing", () => {}],
  ["a new route", ({ paths }) => Object.assign(paths, { "/items": paths["/centers"] })],
  ["a new reply field", (document) => Object.assign(reply(document).properties, { more: { type: "string" } })],
  ["a new optional body field", (document) => Object.assign(body(document).properties, { more: { type: "string" } })],
  [
    "a new error code",
    (document) =>
      Object.assign(errors(document).properties["error"] ?? {}, { enum: ["invalid_argument", "quota_exceeded"] }),
  ],
  [
    "a new event field",
    (document) => {
      Object.assign(event(document).properties, { more: { type: "string" } });
      event(document).required.push("more");
    },
  ],
])("%s is none", async (_what, edit) => {
  expect(await change(edit)).toEqual([]);
});
