import replyFrom from "@fastify/reply-from";
import { contextsHeader } from "@tenant-ops/kit/call";
import { acceptFilesOnly, type MemoryHttp, type RouteFacts, toFastifyPath } from "@tenant-ops/kit/http";
import contract from "@tenant-ops/rest/routes.json" with { type: "json" };
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Agent } from "undici";
import { MalformedBody } from "../http/json-body.js";
import type { AddressQuota } from "../limits/address-quota.js";
import { createInFlightLimit, type InFlightLimit } from "../limits/in-flight-limit.js";
import { normalizeAddress } from "../request/client-address.js";
import { getHeader } from "../request/headers.js";
import { getRequestState, markSecret } from "../request/request-state.js";
import {
  authorizeRequest,
  isRead,
  requireProofFor,
  type RestAccessOptions,
  signForAreas,
  workTimeoutMs,
} from "./access.js";
import { downloadsPerBusinessMax, requireUploadHeaders, uploadsPerBusinessMax } from "./files.js";
import { setServiceHeaders } from "./headers.js";
import { registerPages } from "./pages.js";
import { passOn } from "./pass-on.js";
import { type PersonRouteOptions, registerPersonRoutes } from "./person-routes.js";
import { registerSignedRoute } from "./signed-routes.js";
import { registerVisitorUploads } from "./visitor-uploads.js";

const connectTimeoutMs = 2000;

/**
 * The HTTP client for the REST servers of the services. It is closed with the app.
 * @param memory of a process in which the services run too
 */
export function createUpstreamAgent(app: FastifyInstance, memory: MemoryHttp | undefined): Agent {
  const connect = memory?.connect ?? { timeout: connectTimeoutMs };
  const agent = new Agent({ connections: 64, pipelining: 1, connect });
  app.addHook("onClose", () => agent.destroy());
  return agent;
}

export interface RestOptions extends RestAccessOptions {
  /** REST address per service name. */
  addresses: Record<string, string>;
  agent: Agent;
  /** How many clients of OAuth an address may register. */
  registrationQuota: AddressQuota;
  /** How many files visitors of an address may send. */
  uploadQuota: AddressQuota;
  people: PersonRouteOptions;
  /** Called before the answer to a reset, which gives the sandbox another id. */
  refreshChanges: () => Promise<void>;
}

interface RouteOptions extends RestOptions {
  uploads: InFlightLimit;
  downloads: InFlightLimit;
}

/** Passes REST requests on to the services that own the routes, with the call context of the caller. */
export function registerRest(app: FastifyInstance, given: RestOptions): void {
  const options: RouteOptions = {
    ...given,
    uploads: createInFlightLimit(uploadsPerBusinessMax, "with files of this business"),
    downloads: createInFlightLimit(downloadsPerBusinessMax, "for files of this business"),
  };
  for (const [service, upstream] of Object.entries(options.addresses)) {
    void app.register(async (scope) => {
      await scope.register(replyFrom, { base: upstream, undici: options.agent });
      const own = contract.routes.filter((route) => route.service === service && route.caller === "tenant");
      for (const route of own) {
        if (route.upload)
          void scope.register(async (uploads) => registerRoute(acceptFilesOnly(uploads), route, options));
        else if (route.acceptsSignature) registerSignedRoute(scope, route, options);
        else registerRoute(scope, route, options);
      }
      registerPages(scope, service);
      registerVisitorUploads(scope, service, options.uploadQuota);
      if (service === "accounts" || service === "approvals") registerPersonRoutes(scope, service, options.people);
      if (service === "console") registerClientRegistration(scope, options.registrationQuota);
    });
  }
}

function registerRoute(scope: FastifyInstance, route: RouteFacts, options: RouteOptions): void {
  const { upload } = route;
  scope.route({
    method: route.method,
    url: toFastifyPath(route.path),
    config: { caller: "tenant", isUpload: upload !== undefined },
    onRequest: async (request, reply) => {
      const context = await authorizeRequest(request, reply, route, options);
      if (route.isDownload) options.downloads.acquire((await options.authenticate(request)).businessId, reply);
      if (upload) {
        requireUploadHeaders(request, upload);
        options.uploads.acquire((await options.authenticate(request)).businessId, reply);
      }
      setServiceHeaders(request, context);
      // The answer to a write may contain the secret of a webhook endpoint, and those of accounts name persons.
      if (!isRead(request.method) || route.service === "accounts") markSecret(request);
    },
    preValidation: async (request) => {
      const { body } = request;
      if (body !== undefined && (typeof body !== "object" || body === null))
        throw new MalformedBody("Send the body as a JSON object.");
      await requireProofFor(await options.authenticate(request), route, body);
    },
    handler: async (request, reply) => {
      if (route.access?.onlySandbox) await addContextsForAreas(request, options);
      return passOn(reply, route.service, false, {
        isUpload: upload !== undefined,
        ...(route.service === "accounts" && { timeoutMs: workTimeoutMs }),
      });
    },
    ...(route.id === "resetSandbox" && {
      onSend: () => options.refreshChanges(),
    }),
  });
}

/** A seed calls the areas in the name of its caller, so accounts gets contexts for them. */
async function addContextsForAreas(request: FastifyRequest, { authenticate, sign }: RestOptions): Promise<void> {
  const { serviceHeaders } = getRequestState(request);
  const tenant = await authenticate(request);
  // Of a live business accounts refuses.
  if (serviceHeaders && tenant.sandboxOf !== undefined) serviceHeaders[contextsHeader] = signForAreas(tenant, sign);
}

/** Registrations of OAuth clients: the console service answers. A client registers once, so an address gets few of them. */
function registerClientRegistration(scope: FastifyInstance, quota: AddressQuota): void {
  const options = {
    config: { storedBy: "service" as const },
    onRequest: async (request: FastifyRequest) => {
      quota.consume(normalizeAddress(request.ip));
      const authorization = getHeader(request, "authorization");
      setServiceHeaders(request, undefined, authorization === undefined ? {} : { authorization });
      markSecret(request);
    },
  };
  scope.post("/oauth/register", options, (_request, reply) => passOn(reply, "console", true));
  scope.get("/oauth/register/:clientId", options, (_request, reply) => passOn(reply, "console", true));
}
