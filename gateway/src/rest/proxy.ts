import httpProxy from "@fastify/http-proxy";
import type { SignContext } from "@tenant-ops/kit/call";
import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Access, type Authenticate, requireScope, type Tenant } from "../auth/tenant.js";
import { UnreadableBody } from "../http/body.js";
import type { Limits } from "../limits/limits.js";
import type { TakePublic } from "../limits/public-limit.js";
import { headerOf } from "../requests.js";
import { addedHeaders, headersForCaller, headersForService } from "./headers.js";
import { type RestRoute, restRoutes } from "./routes.js";
import { retryDelay, toRefusal } from "./upstream-errors.js";

/** A service gives itself nine seconds, so that its own answer arrives before this one. */
const upstreamTimeoutMs = 10_000;

export interface RestDeps {
  /** REST address per service name. */
  addresses: Record<string, string>;
  authenticate: Authenticate;
  limits: Limits;
  takePublic: TakePublic;
  sign: SignContext;
}

/** Leads REST requests to the services that own the paths, in the name of the business behind the credential. */
export function registerRest(app: FastifyInstance, deps: RestDeps): void {
  for (const route of restRoutes) {
    void app.register(async (scope) => {
      const added = new WeakMap<object, Record<string, string>>();
      scope.addHook("onRequest", async (request, reply) => {
        added.set(request, addedHeaders(request, await letIn(request, reply, route, deps)));
      });
      if (route.isPublic) readForms(scope);
      await scope.register(
        httpProxy,
        proxyOptions(route, deps, (request) => added.get(request) ?? {}),
      );
    });
  }
}

/** @returns the signed call context; undefined for a public page, which belongs to no caller */
async function letIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { service, prefix, isPublic }: RestRoute,
  { authenticate, limits, takePublic, sign }: RestDeps,
): Promise<string | undefined> {
  if (isPublic) {
    takePublic(request, reply);
    return undefined;
  }
  const tenant = await authenticate(request);
  const access = accessOf(request);
  requireOwnBusiness(request, tenant);
  limits.take(request, reply, tenant, access);
  requireScope(tenant, service, access, `${request.method} ${prefix}`);
  return sign(tenant, service);
}

function proxyOptions(
  { prefix, service, isPublic = false }: RestRoute,
  { addresses }: RestDeps,
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
    preValidation: (request, _reply, done) => done(bodyProblem(request.body)),
    replyOptions: {
      timeout: upstreamTimeoutMs,
      rewriteRequestHeaders: (request, headers) =>
        headersForService(headers, addedTo(request), isPublic, Boolean(request.body)),
      rewriteHeaders: headersForCaller,
      retryDelay: ({ err, req, attempt }) => retryDelay(err, isRepeatable(req), attempt),
      onError: (reply, { error }) => void reply.send(toRefusal(service, error)),
    },
  };
}

const isRead = (method: string | undefined) => method === "GET" || method === "HEAD";

function accessOf(request: FastifyRequest): Access {
  return isRead(request.method) ? "read" : "write";
}

function isRepeatable({ method, headers }: { method?: string; headers: Record<string, unknown> }): boolean {
  return isRead(method) || headers["idempotency-key"] !== undefined;
}

/** @throws Refusal forbidden */
function requireOwnBusiness(request: FastifyRequest, tenant: Tenant): void {
  const named = headerOf(request, "x-business-id");
  if (named === tenant.businessId) return;
  throw new Refusal(
    "forbidden",
    named
      ? "x-business-id is not the business of this key."
      : "Send the business of the key in the header x-business-id.",
  );
}

/** A page without scripts sends its form as a form. It is passed on as it is; the service reads it. */
function readForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer" },
    async (_request: unknown, bytes: Buffer) => bytes,
  );
}

function bodyProblem(body: unknown): Error | undefined {
  if (body === undefined || (typeof body === "object" && body !== null)) return undefined;
  return new UnreadableBody("Send the body as a JSON object.");
}
