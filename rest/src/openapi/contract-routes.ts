import { listErrors, type Route, type DeclaredReply } from "@tenant-ops/kit/http";
import type { DescribedAnswer, DescribedRoute } from "./described-route.js";
import { type HeaderName, headerComponents, rateLimitHeaders, referToHeaders } from "./headers.js";
import type { Header, Method, Reference } from "./openapi.types.js";
import { listSecurity, operatorServers } from "./security.js";
import { tagTexts } from "./texts.js";

/** The description of a route of the contract in the document. */
export function describeRoute(route: Route): DescribedRoute {
  const {
    id,
    method,
    path,
    caller,
    summary,
    description,
    params,
    query,
    body,
    bodyContentType = jsonType,
    idempotency,
    errorBody,
  } = route;
  return {
    operationId: id,
    method: method.toLowerCase() as Method,
    path,
    tag: findTag(route),
    summary,
    description,
    security: listSecurity(route),
    ...(caller === "operator" && { servers: operatorServers }),
    ...(route.isPreview && { isPreview: true }),
    ...(route.subscribesToEvents && { subscribesToEvents: true }),
    params,
    query,
    headers: idempotency ? [{ $ref: `#/components/parameters/${idempotencyParameters[idempotency]}` }] : [],
    ...(body && { body: { type: bodyContentType, schema: body } }),
    answers: Object.entries(route.replies).map(([status, reply]) => describeAnswer(route, Number(status), reply)),
    errors: [...listErrors(route), "method_not_allowed"],
    ...(isPageOfService(route) && { errorPageType: htmlType }),
    ...(errorBody && { errorSchema: errorBody }),
  };
}

const jsonType = "application/json";
const htmlType = "text/html";
const isPageOfService = ({ service, replies }: Route) =>
  service !== "gateway" && Object.values(replies).some(({ contentType }) => contentType === htmlType);
const idempotencyParameters = { required: "RequiredIdempotencyKey", accepted: "IdempotencyKey" } as const;

/** The tags of the routes of the gateway and of accounts, by the beginning of their path. */
const gatewayTags = [
  ["/v1/admin", "operator"],
  ["/v1/public/sandbox", "sandbox"],
  ["/oauth", "access"],
  ["/.well-known/oauth", "access"],
  ["/.well-known", "agents"],
  ["/mcp", "agents"],
  ["/cognitive-layer", "agents"],
  ["/", "pages"],
] as const satisfies [string, keyof typeof tagTexts][];

/** @throws Error for a service whose tag has no text yet */
function findTag({ id, service, path }: Route): keyof typeof tagTexts {
  if (path.startsWith("/flow/")) return "pages";
  const [, tag = service] =
    (["gateway", "accounts"].includes(service) && gatewayTags.find(([beginning]) => path.startsWith(beginning))) || [];
  if (isTag(tag)) return tag;
  throw new Error(`${id}: texts.ts has no tag for ${tag}`);
}

function isTag(name: string): name is keyof typeof tagTexts {
  return Object.hasOwn(tagTexts, name);
}

function describeAnswer(
  { caller, idempotency }: Route,
  status: number,
  { description, body, contentType = jsonType, headers = {} }: DeclaredReply,
): DescribedAnswer {
  const common: HeaderName[] = [
    "X-Request-Id",
    ...(caller === "operator" ? [] : rateLimitHeaders),
    ...(idempotency ? (["Idempotent-Replayed"] as const) : []),
  ];
  return {
    status,
    description,
    ...(body && { body: { type: contentType, schema: body } }),
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
