import { type ErrorCode, errorTable } from "@tenant-ops/kit/errors";
import type { DescribedRoute, OperationContext } from "./described-route.js";
import { type HeaderName, rateLimitHeaders, referToHeaders } from "./headers.js";
import type { Components, Example, JsonValue, Response, Schema } from "./openapi.types.js";

export const errorSchema: Schema = {
  type: "object",
  description: "The body of every error answer.",
  required: ["error", "detail", "request_id"],
  properties: {
    error: {
      type: "string",
      description:
        "A stable code; those of an answer are the names of its examples. A route may gain codes: treat an unknown one by its status.",
    },
    detail: { type: "string", maxLength: 4096, description: "A sentence to act on." },
    problems: {
      type: "array",
      description: "What is wrong, one by one, for a program. Absent when the code says everything.",
      items: {
        type: "object",
        required: ["rule"],
        properties: {
          rule: { type: "string", description: "An error code, or the rule that a field breaks." },
          field: { type: "string", description: "The field of the request, such as `gifts[2].value`." },
          values: {
            type: "object",
            description: "The numbers and names of the sentence.",
            additionalProperties: { anyOf: [{ type: "string" }, { type: "number", format: "double" }] },
          },
        },
      },
    },
    request_id: { type: "string", description: "Quote it in support requests. The same as the header `X-Request-Id`." },
  },
};

/** The error answers of a route, by status. */
export function createErrorResponses(
  { errors, errorSchema: ownSchema, errorPageType }: DescribedRoute,
  { schemas }: Pick<OperationContext, "schemas">,
): Record<string, Response> {
  const statuses = [...new Set(errors.map((code) => errorTable[code].status))].toSorted((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = errors.filter((code) => errorTable[code].status === status);
      const media = ownSchema
        ? { schema: schemas.convertOutput(ownSchema) }
        : { schema: { $ref: "#/components/schemas/ErrorBody" }, examples: referToExamples(codes) };
      const headers = referToHeaders(listErrorHeaders(status, codes));
      const page = errorPageType && { [errorPageType]: { schema: { type: "string" } } };
      const content = { "application/json": media, ...page };
      return [String(status), { description: describeStatus(codes), headers, content }];
    }),
  );
}

function describeStatus(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `\`${code}\`: ${errorTable[code].meaning}`).join("\n\n");
}

function referToExamples(codes: readonly ErrorCode[]) {
  return Object.fromEntries(codes.toSorted().map((code) => [code, { $ref: `#/components/examples/${code}` }]));
}

function listErrorHeaders(status: number, codes: readonly ErrorCode[]): HeaderName[] {
  return [
    "X-Request-Id",
    ...(status === 405 ? (["Allow"] as const) : []),
    ...(status === 401 ? (["WWW-Authenticate"] as const) : []),
    ...(status === 429 ? rateLimitHeaders : []),
    ...(codes.some((code) => errorTable[code].retryable) ? (["Retry-After"] as const) : []),
  ];
}

/** One example per error code that a route names, with the recorded answer where there is one. */
export function createErrorExamples(
  codes: Iterable<ErrorCode>,
  findErrorBody: OperationContext["findErrorBody"],
): Components["examples"] {
  return Object.fromEntries(
    [...new Set(codes)].toSorted().map((code) => [code, createErrorExample(code, findErrorBody(code))]),
  );
}

function createErrorExample(code: ErrorCode, recorded: JsonValue | undefined): Example {
  const { meaning, remedy } = errorTable[code];
  return {
    summary: `${meaning} ${remedy}`,
    value: recorded ?? { error: code, detail: meaning, request_id: "req_00000000000000000000000000000001" },
  };
}
