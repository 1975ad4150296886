import { describePattern } from "@tenant-ops/kit/errors";
import { datePatterns, isRouteWrite, type Route } from "@tenant-ops/kit/http";
import { tools } from "@tenant-ops/proto";
import { describe, expect, test } from "vitest";
import { routes } from "./index.js";
import type { Schema } from "./openapi/openapi.types.js";
import { listFields, listNames, listPatterns, toPlainSchema } from "./schema-fields.testing.js";

// Decision 26: the style of REST, checked over the whole contract.

/** Names that the specification spells in its own way, and the area whose records have them. */
const specifiedNames: Record<string, readonly string[]> = {
  everywhere: ["_id", "has_more", "next_cursor", "request_id"],
  roulettes: [
    ...["available_stock", "enabled_in_rewards", "track_stock", "item_id"],
    ...["time_unit", "time_to_expire", "max_wins"],
  ],
  learning: [
    ...["created_at", "total_enrollments", "by_status", "completion_rate", "certification_rate"],
    ...["total_exams_started", "total_exams_completed", "pass_rate", "average_score", "in_progress"],
  ],
};
/** Routes with the names of other specifications: OAuth, the Model Context Protocol, its discovery. */
const isForeign = ({ path }: Route) => /^\/(oauth|\.well-known|mcp|cognitive-layer)\b/.test(path);

const cases = routes.map((route): [string, Route] => [route.id, route]);
const own = cases.filter(([, route]) => !isForeign(route));
const replyBodies = ({ replies }: Route) => Object.values(replies).flatMap(({ body }) => body ?? []);
const isWrite = ({ method }: Route) => method !== "GET";

describe.each(own)("%s", (_id, route) => {
  const inputs = [route.params, route.query, route.body].flatMap((schema) => schema ?? []);

  test("has words for the refusal of each pattern of its input", () => {
    const patterns = inputs.flatMap((schema) => listPatterns(toPlainSchema(schema, "input")));
    // Dates are read, and refused, by the services.
    const isOfDate = (pattern: string) => Object.values<string>(datePatterns).includes(pattern);
    const withoutWords = patterns.filter((pattern) => !isOfDate(pattern) && describePattern(pattern) === undefined);
    expect(withoutWords).toEqual([]);
  });

  test("has names in camelCase, except those that the specification fixes", () => {
    const names = [
      ...inputs.flatMap((schema) => listNames(toPlainSchema(schema, "input"))),
      ...replyBodies(route).flatMap((schema) => listNames(toPlainSchema(schema, "output"))),
    ];
    const allowed = new Set([...(specifiedNames["everywhere"] ?? []), ...(specifiedNames[route.service] ?? [])]);
    expect(names.filter((name) => !/^[a-z][a-zA-Z0-9]*$/.test(name) && !allowed.has(name))).toEqual([]);
  });

  test("calls the id of a record _id", () => {
    const names = replyBodies(route).flatMap((schema) => listNames(toPlainSchema(schema, "output")));
    expect(names).not.toContain("id");
    const isPage = route.caller === "visitor";
    if (isPage || route.method !== "GET" || !route.path.endsWith("/{id}")) return;
    for (const body of replyBodies(route)) {
      expect(listFields(toPlainSchema(body, "output")).map(({ name }) => name)).toContain("_id");
    }
  });

  test("refuses unknown names", () => {
    for (const schema of [route.params, route.query].flatMap((one) => one ?? [])) {
      expect(toPlainSchema(schema, "input").additionalProperties).toBe(false);
    }
    if (!route.body || route.bodyContentType !== undefined) return;
    const body = toPlainSchema(route.body, "input");
    for (const one of body.anyOf ?? body.oneOf ?? [body]) expect(one.additionalProperties).toBe(false);
  });

  test("has a summary and sentences", () => {
    expect(route.summary).toMatch(/^[A-Z].{2,70}[^.]$/);
    if (route.description !== undefined) expect(route.description.trim()).toMatch(/[.`|]$/);
    for (const { description } of Object.values(route.replies)) expect(description).toMatch(/^[A-Z].+/s);
  });
});

const callers = own.filter(([, { caller }]) => caller !== "visitor");

test.each(callers.filter(([, route]) => isRouteWrite(route)))(
  "%s accepts an Idempotency-Key",
  (_id, { idempotency }) => {
    expect(idempotency).toMatch(/^(accepted|required)$/);
  },
);

test.each(own.filter(([, route]) => !isWrite(route)))(
  "%s takes neither a body nor an Idempotency-Key",
  (_id, route) => {
    expect([route.body, route.idempotency]).toEqual([undefined, undefined]);
  },
);

const byMethod = (...wanted: string[]) => own.filter(([, { method }]) => wanted.includes(method));

test.each(byMethod("DELETE"))("%s answers 204 without a body", (_id, { replies }) => {
  expect(Object.entries(replies).map(([status, { body }]) => [status, body])).toEqual([["204", undefined]]);
});

test.each(byMethod("PUT", "PATCH"))("%s answers 200 with the record", (_id, { replies }) => {
  expect(Object.keys(replies)).toEqual(["200"]);
  expect(replies[200]?.body).toBeDefined();
});

test.each(byMethod("PATCH"))("%s refuses an empty body", (_id, { body }) => {
  expect(body?.safeParse({}).success).toBe(false);
});

/** The only array: the specification says so. */
const arrayPath = "/v1/public/webhooks";

const answers = byMethod("GET").flatMap(([id, route]): [string, Route, Schema][] => {
  const { body, contentType } = route.replies[200] ?? {};
  return body && contentType === undefined ? [[id, route, toPlainSchema(body, "output")]] : [];
});

test("the one list without an envelope is that of the specification, and names its next page", () => {
  const arrays = answers.filter(([, , { type }]) => type === "array");
  for (const [, { path, replies }] of arrays) {
    expect(path).toBe(arrayPath);
    expect(Object.keys(replies[200]?.headers ?? {})).toContain("Link");
  }
});

test.each(answers.filter(([, , { properties }]) => properties?.["items"]?.type === "array"))(
  "%s is a list in pages",
  (_id, { query }, { properties = {}, required = [] }) => {
    expect(Object.keys(properties).toSorted()).toEqual(["count", "has_more", "items", "next_cursor"]);
    expect(required.toSorted()).toEqual(["count", "has_more", "items"]);
    const { limit, cursor } = (query && toPlainSchema(query, "input").properties) ?? {};
    expect(limit).toMatchObject({ minimum: 1, maximum: 500, default: 100 });
    expect(cursor).toMatchObject({ type: "string" });
  },
);

const creating = own.filter(
  ([, { method, replies, service }]) =>
    method === "POST" && 201 in replies && !["gateway", "accounts"].includes(service),
);
const nameSchema = (schema: unknown) => (schema as { meta?: () => { id?: string } } | undefined)?.meta?.()?.id;
/** The record of an answer, also of one with a list of records: several are created at once. */
const nameRecord = (schema: unknown) => {
  const { shape = {} } = (schema ?? {}) as { shape?: Record<string, { element?: unknown }> };
  return nameSchema(schema) ?? Object.values(shape).flatMap(({ element }) => nameSchema(element) ?? [])[0];
};

/** Creations whose answer has more than the record, and the ending of its name: a secret is shown once. */
const onlyAtCreation: Record<string, string> = { createWebhookEndpoint: "WithSecret", createTestRun: "WithLink" };

describe.each(creating)("%s", (_id, route) => {
  const collection = route.path.split("/").at(-1) ?? "";
  const lists = routes.filter(({ method, path }) => method === "GET" && path === route.path);
  const readers = routes.filter(
    ({ method, path, caller }) =>
      method === "GET" && caller === route.caller && path.split("/").at(-2) === collection && path.endsWith("}"),
  );

  test("creates records that can be listed and read", () => {
    expect(lists).toHaveLength(1);
    expect(readers).toHaveLength(1);
  });

  test("answers with the same record as a read", () => {
    const read = nameSchema(readers[0]?.replies[200]?.body);
    expect(read).toBeDefined();
    expect(nameRecord(route.replies[201]?.body)).toBe(`${read}${onlyAtCreation[route.id] ?? ""}`);
  });
});

/** POST to a path that is neither a collection nor an action on a record, and why. */
const otherPosts: Record<string, string> = {
  resetSandbox: "there is one sandbox per business",
  seedSandbox: "there is one sandbox per business",
  rotateBankProviderSecret: "there is one bank validation per business",
  testBankProvider: "there is one bank validation per business",
  reportBankValidation: "there is one outcome per registration",
  previewPersonRequest: "there is one search of all areas, which changes nothing",
  cancelOffboarding: "there is one request to delete the business",
  previewRetention: "there is one set of rules per business",
  queryAnalytics: "there is one set of counters, which a query reads and does not change",
  testVisitorWhatsApp: "there is one WhatsApp account per business",
};

test.each(callers.filter(([, { method, replies }]) => method === "POST" && !(201 in replies)))(
  "%s creates nothing, so it is an action on a record",
  (id, { path }) => {
    expect(otherPosts[id] ?? path).toMatch(/\}\/[a-z-]+$|^there is one/);
  },
);

describe("tools", () => {
  const names = new Set(tools.map(({ name }) => name));

  test.each(cases.filter(([, { tools: named = [] }]) => named.length > 0))(
    "of %s exist",
    (_id, { tools: named = [] }) => {
      expect(named.filter((name) => !names.has(name))).toEqual([]);
    },
  );
});

test("every tool that writes has a route with the same rule", () => {
  const named = new Set(routes.flatMap(({ tools: ofRoute = [] }) => ofRoute));
  expect(tools.filter(({ name, isWrite: writes }) => writes && !named.has(name)).map(({ name }) => name)).toEqual([]);
});
