import { newId } from "@tenant-ops/kit/data";
import type { JsonValue, MediaType, Parameter } from "@tenant-ops/rest/openapi";
import fc from "fast-check";
import { arbitraryOf } from "./arbitraries.js";
import type { DocumentedOperation } from "./document.js";
import type { RecordPool } from "./record-pool.js";

/** A request, before it gets credentials and an address. */
export interface GeneratedRequest {
  /** What is wrong or odd about it; empty for a valid one. */
  what: string;
  /** True when the document forbids it, so that it must be refused. */
  isForbidden: boolean;
  method: string;
  pathValues: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** The text of the body; undefined without one. */
  body?: string;
}

export const jsonType = "application/json";

/** The content that a test sends: JSON where the operation takes it. */
export function getContent({ requestBody }: DocumentedOperation): { type: string; media: MediaType } | undefined {
  const [first] = Object.entries(requestBody?.content ?? {}).toSorted(
    ([a], [b]) => Number(b === jsonType) - Number(a === jsonType),
  );
  return first && { type: first[0], media: first[1] };
}

export function encodeBody(type: string, value: JsonValue): string {
  // A file with other bytes than those of a known type is refused; the text of a sample is a text file.
  if (type === "application/octet-stream") return `Terms: ${toText(value)}`.replaceAll("\u0000", "");
  if (type === jsonType || typeof value !== "object" || value === null) return JSON.stringify(value);
  return new URLSearchParams(
    Object.entries(value).map(([name, one]): [string, string] => [name, toText(one)]),
  ).toString();
}

function toText(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Requests that the document allows: the recorded example with ids of this tenant, then generated ones. */
export function createValidRequests(
  operation: DocumentedOperation,
  pool: RecordPool,
  { count, seed }: { count: number; seed: number },
): GeneratedRequest[] {
  const values = sampleValues(operation, pool, { count, seed });
  return values.map(({ query, body }, turn) => createRequest(operation, pool, query, body, turn));
}

export function createRequest(
  operation: DocumentedOperation,
  pool: RecordPool,
  query: Record<string, JsonValue> = {},
  body?: JsonValue,
  turn = 0,
): GeneratedRequest {
  const content = getContent(operation);
  const needsKey = operation.parameters.some(({ in: place, name }) => place === "header" && name === "Idempotency-Key");
  return {
    what: "",
    isForbidden: false,
    method: operation.method.toUpperCase(),
    pathValues: Object.fromEntries(
      operation.parameters
        .filter((one) => one.in === "path")
        .map(({ name, schema }) => [
          name,
          schema.type !== "string" ? "0" : pool.getPathValue(operation.path, name, turn),
        ]),
    ),
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, toText(value)])),
    headers: {
      ...(needsKey && { "idempotency-key": newId("key") }),
      ...(content && body !== undefined && { "content-type": content.type }),
    },
    ...(content && body !== undefined && { body: encodeBody(content.type, body) }),
  };
}

interface SampledValues {
  query: Record<string, JsonValue>;
  body?: JsonValue;
}

function sampleValues(
  operation: DocumentedOperation,
  pool: RecordPool,
  { count, seed }: { count: number; seed: number },
): SampledValues[] {
  const content = getContent(operation);
  const query = fc.record(
    Object.fromEntries(listQuery(operation).map(({ name, schema }) => [name, arbitraryOf(schema, pool.find, name)])),
    { requiredKeys: listQuery(operation).flatMap(({ name, required }) => (required ? [name] : [])) },
  );
  // A cursor is good only for the list that gave it.
  const withoutCursor = query.map(({ cursor: _cursor, ...rest }) => rest as Record<string, JsonValue>);
  const [first, ...others] = fc.sample(
    fc.record({
      query: withoutCursor,
      body: content ? arbitraryOf(content.media.schema, pool.find) : fc.constant(null),
    }),
    { numRuns: count, seed },
  );
  const toValues = (one: { query: Record<string, JsonValue>; body: JsonValue }): SampledValues =>
    content ? one : { query: one.query };
  const example = content && getExample(content.media);
  const known = { query: {}, ...(example !== undefined && { body: fillIds(example, pool, seed) }) };
  return [
    ...(content && example === undefined ? [] : [known]),
    ...[first, ...others].filter((one) => one !== undefined).map(toValues),
  ];
}

export function listQuery({ parameters }: DocumentedOperation): Parameter[] {
  return parameters.filter((one) => one.in === "query");
}

export function getExample({ example, examples }: MediaType): JsonValue | undefined {
  if (example !== undefined) return example;
  const [first] = Object.values(examples ?? {});
  return first && "value" in first ? first.value : undefined;
}

/** The example with ids of this tenant in place of those that were recorded. */
function fillIds(value: JsonValue, pool: RecordPool, seed: number): JsonValue {
  if (Array.isArray(value)) return value.map((entry) => fillIds(entry, pool, seed));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const known = typeof inner === "string" ? pool.find(name) : undefined;
      const [replaced] = known ? fc.sample(known, { numRuns: 1, seed }) : [];
      return [name, replaced ?? fillIds(inner, pool, seed)];
    }),
  );
}
