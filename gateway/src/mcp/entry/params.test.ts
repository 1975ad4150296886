import { propertyRuns } from "@tenant-ops/kit/testing";
import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isObject } from "../json.js";
import { createRpcRequest, type McpTest, modernVersion, startMcpTest, versions } from "../testing.js";

let mcp: McpTest;
beforeAll(async () => void (mcp = await startMcpTest()));
afterAll(() => mcp.close());

const validParams: Record<string, JsonObject> = {
  initialize: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  ping: {},
  "server/discover": {},
  "tools/list": {},
  "tools/call": { name: "supply_list_stocks", arguments: {} },
  "resources/list": {},
  "resources/templates/list": {},
  "resources/read": { uri: "service://supply/schema/stock" },
  "prompts/list": {},
  "prompts/get": { name: "review_low_stock", arguments: {} },
  "completion/complete": { ref: { type: "ref/prompt", name: "review_low_stock" }, argument: { name: "x", value: "" } },
};
const legacyOnly = new Set(["initialize", "ping"]);
const modernOnly = new Set(["server/discover"]);
const hasMethod = (version: string, method: string) =>
  !(version === modernVersion ? legacyOnly : modernOnly).has(method);

/** Sends a request with these params, of any type; an object keeps the envelope of the version. */
async function send(version: string, method: string, params: JsonValue | undefined, id?: JsonValue) {
  const isPlain = typeof params === "object" && params !== null && !Array.isArray(params);
  const { body, headers } = createRpcRequest(version, method, isPlain ? params : {});
  const { params: envelope, id: _, ...rest } = body;
  const hasOwnMeta = isPlain && "_meta" in params;
  const sent = { ...rest, params: isPlain && !hasOwnMeta ? envelope : params, ...(id !== undefined && { id }) };
  const response = await mcp.post(mcp.createTenant().key, sent, headers);
  const text = await response.text();
  return { status: response.status, text, answer: text === "" ? {} : (JSON.parse(text) as JsonObject) };
}

function expectInvalidParams({ text, answer }: { text: string; answer: JsonObject }): void {
  expect(answer).toMatchObject({
    error: { code: -32602, data: { detail: expect.stringMatching(/\S/), request_id: expect.any(String) } },
  });
  expect(text).not.toMatch(/invalid_type|invalid_union|Invalid input|\\"path\\"|zod/i);
}

describe.each(versions)("in protocol %s", (version) => {
  const wrong: [string, JsonValue | undefined][] = [
    ["initialize", undefined],
    ["initialize", {}],
    ["initialize", { ...validParams["initialize"], capabilities: { elicitation: 5 } }],
    ["initialize", { ...validParams["initialize"], clientInfo: { name: 5 } }],
    ["initialize", { ...validParams["initialize"], protocolVersion: [] }],
    ["ping", { _meta: { progressToken: {} } }],
    ["tools/list", { cursor: 5 }],
    ["tools/list", { cursor: { $gt: "" } }],
    ["tools/call", { name: ["x"] }],
    ["resources/list", { cursor: 5 }],
    ["resources/templates/list", { cursor: [] }],
    ["resources/read", { uri: 5 }],
    ["resources/read", { uri: `service://${"x".repeat(10_000)}` }],
    ["prompts/list", { cursor: 5 }],
    ["prompts/get", { name: "review_low_stock", arguments: { x: 5 } }],
    ["prompts/get", { name: "review_low_stock", arguments: { x: "y".repeat(100_000) } }],
    ["completion/complete", { ref: { type: "ref/tool", name: "x" }, argument: { name: "a", value: "b" } }],
    ["completion/complete", { ...validParams["completion/complete"], context: 5 }],
    ["completion/complete", {}],
  ];
  const relevant = wrong.filter(([method]) => hasMethod(version, method));

  const named = relevant.map(([method, params]) => ({
    method,
    params,
    shown: JSON.stringify(params)?.slice(0, 120) ?? "no params",
  }));
  test.each(named)("$method with params $shown is -32602 in our words", async ({ method, params }) => {
    const sent = await send(version, method, params, 1);
    // Without an envelope in `_meta` the modern protocol refuses the request before its params.
    expectInvalidParams(sent);
    expect(sent.text.length).toBeLessThan(5000);
  });

  test("for any params of a method, the answer is a result, -32602 or a plain refusal", async () => {
    const names = Object.keys(validParams).filter((method) => hasMethod(version, method));
    const request = fc.constantFrom(...names).chain((method) => {
      const fields = fc.constantFrom(...Object.keys(validParams[method] ?? {}), "cursor", "_meta", "task", "context");
      const changed = fc
        .dictionary(fields, fc.jsonValue() as fc.Arbitrary<JsonValue>, { maxKeys: 2 })
        .map((more): JsonValue => ({ ...validParams[method], ...more }));
      return fc.tuple(fc.constant(method), fc.oneof(changed, fc.jsonValue() as fc.Arbitrary<JsonValue>));
    });
    await fc.assert(
      fc.asyncProperty(request, async ([method, params]) => {
        // A body with one of these names is refused as a whole: untrusted-input.test.ts.
        // An answer may repeat a text of the params, by chance one with the name of the library that must not be in an answer.
        fc.pre(!/"(__proto__|constructor)"|zod/i.test(JSON.stringify(params)));
        const { text, answer } = await send(version, method, params, 1);
        const code = isObject(answer["error"]) ? answer["error"]["code"] : undefined;
        expect([undefined, -32602, -32020, -32022]).toContain(code);
        expect(text).not.toMatch(/invalid_type|invalid_union|Invalid input|zod/i);
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  test.each(["nowhere", "constructor", "tasks/get", "logging/setLevel", "resources/subscribe"])(
    "%s is -32601, with any params",
    async (method) => {
      const unreadable: JsonValue[] = [{}, [], 5, { _meta: { ...createMeta(version), progressToken: {} } }];
      for (const params of unreadable) {
        const { answer } = await send(version, method, params, 1);
        expect(answer["error"]).toMatchObject({
          code: -32601,
          data: { detail: expect.stringMatching(/no such method/) },
        });
      }
    },
  );

  test("a notification gets no answer, with any content", async () => {
    const calls = mcp.supply.calls.length;
    for (const method of ["notifications/initialized", "notifications/cancelled", "tools/call", "nowhere"]) {
      const odd: (JsonValue | undefined)[] = [undefined, {}, [], 5, { requestId: {} }, { _meta: 5 }];
      for (const params of odd) {
        expect(await send(version, method, params)).toMatchObject({ status: 202, text: "" });
      }
    }
    expect(mcp.supply.calls.length).toBe(calls);
  });

  test.each<[string, JsonValue]>([
    ["null", null],
    ["an object", {}],
    ["a fraction", 1.5],
    ["a text of 100,000 characters", "x".repeat(100_000)],
  ])("an id that is %s is refused, and not sent back", async (_name, id) => {
    const { status, text, answer } = await send(version, "tools/list", {}, id);
    expect(status).toBe(400);
    expect(answer).toMatchObject({ id: null, error: { code: -32600, message: expect.stringMatching(/^The id /) } });
    expect(text.length).toBeLessThan(1000);
  });
});

const createMeta = (version: string): JsonObject => {
  const { params } = createRpcRequest(version, "ping").body;
  return isObject(params["_meta"]) ? params["_meta"] : {};
};
