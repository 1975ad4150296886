import { isRouteWrite, listErrors } from "@tenant-ops/kit/http";
import { tools } from "@tenant-ops/proto";
import { expect, test } from "vitest";
import { personRoutes, routes } from "./index.js";
import { listNames, toPlainSchema } from "./schema-fields.testing.js";

type Route = (typeof routes)[number];

test("no two routes have the same name or path", () => {
  expect(routes.length).toBeGreaterThan(0);
  for (const describeRoute of [
    ({ id }: Route) => id,
    ({ method, path }: Route) => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`,
  ]) {
    const names = routes.map(describeRoute);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  }
});

test("a preview is declared as one, so no client says that it may have written", () => {
  const previews = routes.filter(({ method, path }) => method !== "GET" && path.endsWith("/preview"));
  expect(previews.length).toBeGreaterThan(0);
  expect(previews.filter((route) => !("isPreview" in route)).map(({ id }) => id)).toEqual([]);
});

test("a request that writes nothing takes no Idempotency-Key, and is not refused as a write", () => {
  const reads = [...routes, ...personRoutes].filter((route) => !isRouteWrite(route));
  expect(reads.length).toBeGreaterThan(20);
  expect(reads.filter(({ idempotency }) => idempotency !== undefined).map(({ id }) => id)).toEqual([]);
  const ofWrites = ["idempotency_conflict", "idempotency_in_flight", "idempotency_key_required", "proposal_required"];
  const named = reads.filter((route) => listErrors(route).some((code) => ofWrites.includes(code)));
  expect(named.map(({ id }) => id)).toEqual([]);
});

// Rules write sentences with the names of tools; the servers replace them by the names of the contract.

test("every tool has a request with the same rule, so a refusal over REST names no tool", () => {
  const named = new Set(routes.flatMap(({ tools: same = [] }) => same));
  expect(tools.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
});

const toSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** Arguments that a refusal never names by their name: the id in the path, and the token of a preview. */
const isUnnamed = (argument: string, { path }: Route) =>
  argument === "proposal_token" || (argument.endsWith("_id") && path.includes("{id}"));

const pairs = routes.flatMap((route) =>
  tools
    .filter(({ name }) => route.tools?.includes(name))
    .map((tool) => ({ id: route.id, name: tool.name, route, tool })),
);

test.each(pairs)("$id has a name for every argument of $name", ({ route, tool }) => {
  const schemas = [route.params, route.query, route.body].flatMap((schema) => schema ?? []);
  const fields = schemas.flatMap((schema) => listNames(toPlainSchema(schema, "input"))).map(toSnakeCase);
  const known = new Set([...fields, ...Object.keys(route.names ?? {})]);
  const given = Object.keys(tool.inputSchema.properties ?? {}).filter((argument) => argument.includes("_"));
  expect(given.filter((argument) => !known.has(argument) && !isUnnamed(argument, route))).toEqual([]);
});
