import { readFileSync } from "node:fs";
import { errorTable } from "@tenant-ops/kit/errors";
import { expect, test } from "vitest";
import { createClient } from "./client.js";
import { retryableCodes } from "./generated/errors.js";
import { operations, userAgent } from "./generated/operations.js";
import { isRead } from "./operation.js";

interface Document {
  paths: Record<string, Record<string, { operationId: string; tags: string[] }>>;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));

test("every operation of tenants without a file is a method of its area, and nothing else is", () => {
  const { paths } = readJson("../../../rest/openapi.json") as Document;
  const documented = Object.entries(paths)
    .filter(([path]) => path.startsWith("/v1/public/"))
    .flatMap(([, item]) => Object.values(item))
    .filter((operation) => !JSON.stringify(operation).includes('"application/octet-stream"'))
    .map(({ operationId, tags }) => `${tags[0]?.toLowerCase()}.${operationId}`);
  const client = createClient({ baseUrl: "http://127.0.0.1", apiKey: "svc_live_1", businessId: "biz_1" });
  const methods = Object.entries(client).flatMap(([area, own]) =>
    Object.keys(own as object).map((id) => `${area}.${id}`),
  );
  expect(methods.toSorted()).toEqual(documented.toSorted());
});

test("the codes that are repeated are those that the error table marks", () => {
  const marked = Object.entries(errorTable).flatMap(([code, { retryable }]) => (retryable ? [code] : []));
  expect([...retryableCodes].toSorted()).toEqual(marked.toSorted());
});

test("a preview is marked as an operation that writes nothing", () => {
  const all = Object.values(operations).flatMap((own) => Object.values(own));
  const previews = all.filter(({ path }) => path.endsWith("/preview"));
  expect(previews.length).toBeGreaterThan(0);
  expect(previews.filter((operation) => !isRead(operation)).map(({ id }) => id)).toEqual([]);
});

test("what writes takes a key and nothing else does, and every list is iterated", () => {
  const all = Object.values(operations).flatMap((own) => Object.values(own));
  expect(all.filter((operation) => isRead(operation) === operation.takesKey).map(({ id }) => id)).toEqual([]);
  expect(all.filter(({ query, list }) => query.includes("cursor") && !list).map(({ id }) => id)).toEqual([]);
});

test("the user agent has the version of the package", () => {
  const { version } = readJson("../package.json") as { version: string };
  expect(userAgent).toBe(`tenant-ops-client/${version}`);
});
