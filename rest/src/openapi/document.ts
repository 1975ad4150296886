import { STATUS_CODES } from "node:http";
import type { ErrorCode } from "@tenant-ops/kit/errors";
import type { Route } from "@tenant-ops/kit/http";
import { describeRoute } from "./contract-routes.js";
import type { DescribedRoute, OperationContext } from "./described-route.js";
import { createErrorExamples, errorSchema } from "./errors.js";
import type { RouteExample } from "./examples.js";
import { headerComponents } from "./headers.js";
import type { Components, OpenApiDocument, Operation, Parameter, PathItem, Response } from "./openapi.types.js";
import { createOperation } from "./operation.js";
import { ownRoutes } from "./own-routes.js";
import { isReference } from "./references.js";
import { createSchemaComponents } from "./schemas.js";
import { securitySchemes, tenantSecurity } from "./security.js";
import { introduction, tagTexts } from "./texts.js";
import { createEventReceivers, createEventSchemas, createWebhooks } from "./webhooks.js";

export interface DocumentParts {
  routes: readonly Route[];
  version: string;
  /** Recorded requests and answers by operation. */
  examples: Readonly<Record<string, RouteExample>>;
  /** Recorded requests and answers by error code. */
  errorExamples: Readonly<Partial<Record<ErrorCode, RouteExample>>>;
}

/** The whole OpenAPI document. Equal parts give equal documents, down to the order of names. */
export function createOpenApiDocument({ routes, version, examples, errorExamples }: DocumentParts): OpenApiDocument {
  const described = [...routes.map(describeRoute), ...ownRoutes];
  const context: OperationContext = {
    schemas: createSchemaComponents(),
    findExample: (operationId) => examples[operationId],
    findErrorBody: (code) => errorExamples[code]?.response.body,
  };
  const [paths, webhooks] = [createPaths(described, context), createWebhooks()];
  const responses = shareResponses(paths);
  const components = removeUnused({ ...createComponents(described, context), responses }, [paths, webhooks]);
  return {
    openapi: "3.1.1",
    info: {
      title: "tenant-ops",
      summary: "Operations of small companies: stock, prize roulettes, courses, registration pages and webhooks.",
      version,
      description: introduction,
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: "/", description: "The server that this document comes from." }],
    security: tenantSecurity,
    tags: Object.values(tagTexts),
    paths,
    webhooks,
    components: { ...components, securitySchemes: listUsedSchemes(described) },
  };
}

function createPaths(routes: readonly DescribedRoute[], context: OperationContext): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {};
  for (const route of routes) {
    const item = (paths[route.path] ??= route.servers ? { servers: route.servers } : {});
    item[route.method] = createOperation(route, context);
  }
  return paths;
}

function createComponents(
  routes: readonly DescribedRoute[],
  { schemas, findErrorBody }: OperationContext,
): Omit<Components, "responses" | "securitySchemes"> {
  const codes = routes.flatMap(({ errors }) => errors);
  return {
    schemas: { ErrorBody: errorSchema, ...schemas.list(), ...createEventSchemas() },
    parameters: {
      IdempotencyKey: idempotencyKey,
      RequiredIdempotencyKey: { ...idempotencyKey, required: true },
    },
    headers: headerComponents,
    examples: createErrorExamples(codes, findErrorBody),
    pathItems: createEventReceivers(),
  };
}

function listUsedSchemes(routes: readonly DescribedRoute[]): Components["securitySchemes"] {
  const used = new Set(routes.flatMap(({ security }) => security.flatMap((schemes) => Object.keys(schemes))));
  return Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => used.has(name)));
}

/** Without the headers and parameters that no route has. */
function removeUnused<T extends object>(components: T, users: object[]): T {
  const text = JSON.stringify([components, ...users]);
  const kinds = Object.entries(components).map(([kind, members]) => {
    const used = Object.entries(members as object).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`));
    return [kind, Object.fromEntries(used)];
  });
  return Object.fromEntries(kinds) as T;
}

const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[ -~]+$" },
  example: "order-2026-11-22-0017",
};

/**
 * Most routes have the same answer for a status such as 401. Replaces it by a reference, in place, for the answer of each status that takes
 * the most characters in all.
 * @returns the answers by the name of their status, such as `Unauthorized`
 */
function shareResponses(paths: Record<string, PathItem>): Record<string, Response> {
  const operations = Object.values(paths).flatMap((item) => Object.values(item).filter(isOperation));
  const counts = new Map<string, Map<string, number>>();
  for (const { responses } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      if (!/^[45]/.test(status) || isReference(response)) continue;
      const texts = counts.get(status) ?? new Map<string, number>();
      const text = JSON.stringify(response);
      counts.set(status, texts.set(text, (texts.get(text) ?? 0) + 1));
    }
  }
  const shared = [...counts].flatMap(([status, texts]) => {
    const [[text, count] = ["", 0]] = [...texts].toSorted(([one, a], [other, b]) => b * other.length - a * one.length);
    return count > 1 ? [{ status, text, name: nameStatus(status) }] : [];
  });
  for (const { responses } of operations) {
    for (const { status, text, name } of shared) {
      if (JSON.stringify(responses[status]) === text) responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  return Object.fromEntries(shared.map(({ name, text }) => [name, JSON.parse(text) as Response]));
}

function isOperation(value: unknown): value is Operation {
  return typeof value === "object" && value !== null && "responses" in value;
}

function nameStatus(status: string): string {
  return (STATUS_CODES[status] ?? status).replaceAll(/[^A-Za-z]/g, "");
}
