import type { JsonValue } from "@tenant-ops/rest/openapi";
import type { DocumentedOperation } from "./document.js";
import { mutateObject, mutateValue, type Mutation } from "./mutations.js";
import type { RecordPool } from "./record-pool.js";
import { createRequest, encodeBody, type GeneratedRequest, getContent, jsonType, listQuery } from "./requests.js";
import { describeMismatch } from "./validation.js";

/** Every parameter and every field of the body changed once, and every form that a request must not have. */
export function createInvalidRequests(
  operation: DocumentedOperation,
  pool: RecordPool,
  body: JsonValue | undefined,
): GeneratedRequest[] {
  return [
    ...createWrongPaths(operation, pool, body),
    ...createWrongQueries(operation, pool, body),
    ...createWrongBodies(operation, pool, body),
    ...createWrongForms(operation, pool, body),
  ];
}

const oddIds = [
  "none_00000000000000000000000000",
  "x",
  "a%20b",
  "..%2f..",
  "%00",
  "$where",
  "%F0%9F%98%80",
  "y".repeat(250),
  "y".repeat(1500),
];

function createWrongPaths(operation: DocumentedOperation, pool: RecordPool, body?: JsonValue): GeneratedRequest[] {
  const request = createRequest(operation, pool, {}, body);
  return Object.keys(request.pathValues).flatMap((name) =>
    oddIds.map((id) => ({
      ...request,
      what: `path ${name}: ${id.slice(0, 30)}`,
      pathValues: { ...request.pathValues, [name]: id },
    })),
  );
}

function createWrongQueries(operation: DocumentedOperation, pool: RecordPool, body?: JsonValue): GeneratedRequest[] {
  const named = listQuery(operation).flatMap(({ name, schema }) =>
    mutateValue(schema)
      .filter(({ value }) => typeof value !== "object" || value === null)
      .map(({ what, value }) => ({ what: `query ${name}: ${what}`, query: { [name]: value } })),
  );
  return named.map(({ what, query }) => ({ ...createRequest(operation, pool, query, body), what }));
}

function createWrongBodies(operation: DocumentedOperation, pool: RecordPool, body?: JsonValue): GeneratedRequest[] {
  const content = getContent(operation);
  if (!content || body === undefined) return [];
  const whole: Mutation[] = [[], "text", 1, true, null].map((value) => ({
    what: `${JSON.stringify(value)} as body`,
    value,
  }));
  const mutations = [...mutateObject(content.media.schema, body), ...(content.type === jsonType ? whole : [])];
  return mutations.map(({ what, value }) => ({
    ...createRequest(operation, pool, {}, body),
    what: `body ${what}`,
    isForbidden: describeMismatch(content.media.schema, value) !== undefined,
    body: encodeBody(content.type, value),
  }));
}

function createWrongForms(operation: DocumentedOperation, pool: RecordPool, body?: JsonValue): GeneratedRequest[] {
  const request = createRequest(operation, pool, {}, body);
  const withBody = (what: string, text: string, type: string): GeneratedRequest => ({
    ...request,
    what,
    isForbidden: true,
    headers: { ...request.headers, "content-type": type },
    body: text,
  });
  const content = getContent(operation);
  const forms = content
    ? [
        withBody("another content type", "<a/>", "text/xml"),
        ...(content.type === jsonType
          ? [
              withBody("broken JSON", '{"a":', jsonType),
              withBody("a name that changes prototypes", '{"__proto__":{"a":1}}', jsonType),
              withBody("a deep body", "[".repeat(2000) + "]".repeat(2000), jsonType),
              withBody("a body of 300 KB", JSON.stringify({ a: "x".repeat(300_000) }), jsonType),
            ]
          : []),
      ]
    : [];
  return forms;
}
