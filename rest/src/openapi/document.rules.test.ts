import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { OpenApiDocument, Operation, PathItem, Schema } from "./openapi.types.js";

// Generators of other makers write code that does not compile for what these tests refuse. The committed document is what they read.
const text = readFileSync(new URL("../../openapi.json", import.meta.url), "utf8");
const document = JSON.parse(text) as OpenApiDocument;

/** Every object of the document, with its path. */
function* listObjects(given: unknown, path = ""): Generator<[string, Record<string, unknown>]> {
  if (typeof given !== "object" || given === null) return;
  if (!Array.isArray(given)) yield [path, given as Record<string, unknown>];
  for (const [name, value] of Object.entries(given)) yield* listObjects(value, `${path}/${name}`);
}

const objects = [...listObjects({ paths: document.paths, components: document.components.schemas })].filter(
  ([path]) => !path.includes("/example/"),
);

const listOperations = (items: Record<string, PathItem>): Operation[] =>
  Object.values(items).flatMap((item) =>
    Object.values(item).filter((one): one is Operation => typeof one === "object" && "operationId" in one),
  );

test("what writes nothing has no parameter and no header of repeated writes", () => {
  const operations = Object.values(document.paths).flatMap((item) => Object.entries(item));
  const reads = operations.filter(([method, one]) => method === "get" || (one as Operation)["x-preview"] === true);
  expect(reads.length).toBeGreaterThan(20);
  expect(reads.filter(([, one]) => /Idempotency-?Key|Idempotent-Replayed/.test(JSON.stringify(one)))).toEqual([]);
});

describe("the document for generators of other makers", () => {
  test("has no empty object as a default, which Go gets as a text", () => {
    const isEmpty = (value: unknown) => JSON.stringify(value) === "{}";
    expect(objects.filter(([, one]) => isEmpty(one["default"])).map(([path]) => path)).toEqual([]);
  });

  test("has no union of a list and a value, which Java cannot declare", () => {
    const mixesLists = ({ anyOf, oneOf, type }: Schema) => {
      const types = [...(anyOf ?? []), ...(oneOf ?? [])].flatMap((one) => one.type ?? []);
      const named = [...types, ...(Array.isArray(type) ? type : [])].filter((one) => one !== "null");
      return named.includes("array") && named.length > 1;
    };
    expect(objects.filter(([, one]) => mixesLists(one as Schema)).map(([path]) => path)).toEqual([]);
  });

  test("names the body of every error and of every event, so that a generator makes one model of it", () => {
    const isNamed = (schema: Schema | undefined) => schema?.$ref?.startsWith("#/components/schemas/") === true;
    const errors = listOperations(document.paths).flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, response]) => {
        const schema = "content" in response ? response.content?.["application/json"]?.schema : undefined;
        return /^[45]/.test(status) && schema && !isNamed(schema) ? [`${operationId} ${status}`] : [];
      }),
    );
    const shared = Object.entries(document.components.responses ?? {}).flatMap(([name, { content }]) =>
      isNamed(content?.["application/json"]?.schema) ? [] : [name],
    );
    const events = listOperations(document.components.pathItems).flatMap(({ operationId, requestBody }) =>
      isNamed(requestBody?.content["application/json"]?.schema) ? [] : [operationId],
    );
    expect([...errors, ...shared, ...events]).toEqual([]);
  });

  test("has no constant of the type boolean, which Java gets as a text", () => {
    const isConstant = ({ type, const: value }: Schema) => type === "boolean" && value !== undefined;
    expect(objects.filter(([, one]) => isConstant(one as Schema)).map(([path]) => path)).toEqual([]);
  });

  test("says that a number has 64 bits, or Go keeps seven of its digits", () => {
    const numbers = objects.filter(([, { type }]) => type === "number");
    expect(numbers.length).toBeGreaterThan(30);
    expect(numbers.filter(([, { format }]) => format !== "double").map(([path]) => path)).toEqual([]);
  });

  test("has only references in webhooks, whose operations Python and TypeScript get without types", () => {
    const keys = Object.values(document.webhooks).flatMap((item) => Object.keys(item));
    expect(keys.length).toBeGreaterThan(10);
    expect(new Set(keys)).toEqual(new Set(["$ref"]));
  });

  test("refers to no component from events alone, which oapi-codegen would remove", () => {
    const { pathItems, ...components } = document.components;
    const used = JSON.stringify([document.paths, components]);
    const refs = [...JSON.stringify(pathItems).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = ""]) => ref);
    expect(refs.length).toBeGreaterThan(5);
    expect(refs.filter((ref) => !used.includes(`"${ref}"`))).toEqual([]);
  });
});
