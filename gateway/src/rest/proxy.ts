import httpProxy from "@fastify/http-proxy";
import type { SignContext } from "@tenant-ops/kit/call";
import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Access, type Authenticate, requireScope, type Tenant } from "../tenant/tenant.js";
import { MalformedBody } from "../http/json-body.js";
import type { TenantLimits } from "../limits/tenant-limits.js";
import type { ConsumePublicQuota } from "../limits/public-limit.js";
import { getHeader } from "../requests.js";
import { createServiceHeaders, filterResponseHeaders, filterRequestHeaders } from "./headers.js";
import { type RestRoute, restRoutes } from "./routes.js";
import { computeRetryDelay, toUpstreamRefusal } from "./upstream-errors.js";

/** A service gives itself nine seconds, so that its own answer arrives before this one. */
const upstreamTimeoutMs = 10_000;

export interface RestOptions {
  /** REST address per service name. */
  addresses: Record<string, string>;
  authenticate: Authenticate;
  limits: TenantLimits;
  takePublic: ConsumePublicQuota;
  sign: SignContext;
}

/** Leads REST requests to the services that own the paths, in the name of the business behind the credential. */
export function registerRest(app: FastifyInstance, deps: RestOptions): void {
  for (const route of restRoutes) {
    void app.register(async (scope) => {
      const added = new WeakMap<object, Record<string, string>>();
      scope.addHook("onRequest", async (request, reply) => {
        added.set(request, createServiceHeaders(request, await authorizeRequest(request, reply, route, deps)));
      });
      if (route.isPublic) registerFormParser(scope);
      await scope.register(
        httpProxy,
        createProxyOptions(route, deps, (request) => added.get(request) ?? {}),
      );
    });
  }
}

/** @returns the signed call context; undefined for a public page, which belongs to no caller */
async function authorizeRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { service, prefix, isPublic }: RestRoute,
  { authenticate, limits, takePublic, sign }: RestOptions,
): Promise<string | undefined> {
  if (isPublic) {
    takePublic(request, reply);
    return undefined;
  }
  const tenant = await authenticate(request);
  const access = getAccess(request);
  requireOwnBusiness(request, tenant);
  limits.consume(request, reply, tenant, access);
  requireScope(tenant, service, access, `${request.method} ${prefix}`);
  return sign(tenant, service);
}

function createProxyOptions(
  { prefix, service, isPublic = false }: RestRoute,
  { addresses }: RestOptions,
  addedTo: (request: object) => Record<string, string>,
): Parameters<typeof httpProxy>[1] {
  const upstream = addresses[service];
  if (!upstream) throw new Error(`No REST address for the service ${service}`);
  return {
    upstream,
    prefix,
    rewritePrefix: prefix,
    // Link checkers and messengers look at a page with HEAD before they show it.
    httpMethods: ["GET", "POST", "PUT", "PATCH", "DELETE", ...(isPublic ? ["HEAD"] : [])],
    disableRequestLogging: true,
    destroyAgent: true,
    undici: { connections: 64, pipelining: 1, connect: { timeout: 2000 } },
    // With this hook the plugin leaves the bodies to our own parser, which knows depth and size.
    preValidation: (request, _reply, done) => done(findBodyProblem(request.body)),
    replyOptions: {
      timeout: upstreamTimeoutMs,
      rewriteRequestHeaders: (request, headers) =>
        filterRequestHeaders(headers, addedTo(request), isPublic, Boolean(request.body)),
      rewriteHeaders: filterResponseHeaders,
      retryDelay: ({ err, req, attempt }) => computeRetryDelay(err, isRepeatable(req), attempt),
      onError: (reply, { error }) => void reply.send(toUpstreamRefusal(service, error)),
    },
  };
}

const isRead = (method: string | undefined) => method === "GET" || method === "HEAD";

function getAccess(request: FastifyRequest): Access {
  return isRead(request.method) ? "read" : "write";
}

function isRepeatable({ method, headers }: { method?: string; headers: Record<string, unknown> }): boolean {
  return isRead(method) || headers["idempotency-key"] !== undefined;
}

/** @throws Refusal forbidden */
function requireOwnBusiness(request: FastifyRequest, tenant: Tenant): void {
  const named = getHeader(request, "x-business-id");
  if (named === tenant.businessId) return;
  throw new Refusal(
    "forbidden",
    named
      ? "x-business-id is not the business of this key."
      : "Send the business of the key in the header x-business-id.",
  );
}

/** A page without scripts sends its form as a form. It is passed on as it is; the service reads it. */
function registerFormParser(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer" },
    async (_request: unknown, bytes: Buffer) => bytes,
  );
}

function findBodyProblem(body: unknown): Error | undefined {
  if (body === undefined || (typeof body === "object" && body !== null)) return undefined;
  return new MalformedBody("Send the body as a JSON object.");
}
