import { listErrors, type Route, type RouteReply } from "@tenant-ops/kit/http";
import type { DescribedAnswer, DescribedRoute } from "./described-route.js";
import { type HeaderName, headerComponents, rateLimitHeaders, referToHeaders } from "./headers.js";
import type { Header, Method, Reference } from "./openapi.types.js";
import { operatorServers, securityByCaller } from "./security.js";
import { tagTexts } from "./texts.js";

/** What the document says about a route of the contract. */
export function describeRoute(route: Route): DescribedRoute {
  const { id, method, path, caller, summary, description, params, query, body, idempotency } = route;
  return {
    operationId: id,
    method: method.toLowerCase() as Method,
    path,
    tag: findTag(route),
    summary,
    description,
    security: securityByCaller[caller],
    ...(caller === "operator" && { servers: operatorServers }),
    params,
    query,
    headers: idempotency ? [{ $ref: `#/components/parameters/${idempotencyParameters[idempotency]}` }] : [],
    ...(body && { body: { types: ["application/json"], schema: body } }),
    answers: Object.entries(route.replies).map(([status, reply]) => describeAnswer(route, Number(status), reply)),
    errors: [...listErrors(route), "method_not_allowed"],
  };
}

const idempotencyParameters = { required: "RequiredIdempotencyKey", accepted: "IdempotencyKey" } as const;

/** @throws Error for a service whose tag has no text yet */
function findTag({ id, caller, service, path }: Route): keyof typeof tagTexts {
  if (caller === "operator") return "operator";
  const tag = service === "gateway" ? path.split("/")[3] : service;
  if (tag !== undefined && isTag(tag)) return tag;
  throw new Error(`${id}: texts.ts has no tag for ${tag}`);
}

function isTag(name: string): name is keyof typeof tagTexts {
  return Object.hasOwn(tagTexts, name);
}

function describeAnswer(
  { caller, idempotency }: Route,
  status: number,
  { description, body, headers = {} }: RouteReply,
): DescribedAnswer {
  const common: HeaderName[] = [
    "X-Request-Id",
    ...(caller === "operator" ? [] : rateLimitHeaders),
    ...(idempotency ? (["Idempotent-Replayed"] as const) : []),
  ];
  return {
    status,
    description,
    ...(body && { body: { type: "application/json", schema: body } }),
    headers: { ...referToHeaders(common), ...describeHeaders(headers) },
  };
}

function describeHeaders(headers: Readonly<Record<string, string>>): Record<string, Header | Reference> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [
      name,
      Object.hasOwn(headerComponents, name)
        ? { $ref: `#/components/headers/${name}` }
        : { description, schema: { type: "string" } },
    ]),
  );
}
