import { getHttpAccess } from "@tenant-ops/kit/call";
import { requireDeclaredStores } from "@tenant-ops/kit/http";
import { storedWithoutCaller } from "@tenant-ops/rest/budgets";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { GatewayConfig } from "../config.js";
import { listRateLimitNetworks, normalizeAddress, toRateLimitAddress } from "../request/client-address.js";
import { getHeader } from "../request/headers.js";
import { type AddressQuota, createAddressQuota } from "./address-quota.js";
import { createInFlightLimit } from "./in-flight-limit.js";
import type { LoadShedding } from "./load-shedding.js";
import type { Counters } from "./rate-counters.js";
import { setRateLimitHeaders } from "./quota.js";
import { onEachReply, onEachRequest } from "../request/each-request.js";

type Caller = "tenant" | "operator" | "person" | "visitor";

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * Who calls this route. `tenant` and `operator` are authenticated before the body is read. All other routes need no
     * credential, also a path that does not exist: their bodies are small, and a limit per address applies before the body is read.
     * `person`: a page of the console, or a route for people who are signed in to it.
     */
    caller?: Caller;
    /**
     * Where what a request without a credential may store is decided: by the service to which it is passed on, or because the session of a person is
     * checked here. Absent: what it stores is declared in rest/src/budgets.
     */
    storedBy?: "service" | "person";
  }
}

/** The largest request is a token request: an id, a key, a scope list and a URL. */
const anonymousBodyBytesMax = 8 * 1024;
/** For visitors and people. A form has up to 30 answers. The service flows has the same limit. */
const formBodyBytesMax = 64 * 1024;
/** All /64 networks of one IPv6 /48 network together may have this many times the requests in flight of one /64 network. */
const siteInFlightFactor = 2;
/** Callers without a credential may use this part of IN_FLIGHT_MAX, so that slow senders cannot use it up for businesses. */
const anonymousShareOfInFlight = 1 / 4;

export interface AnonymousLimitsOptions {
  counters: Counters;
  credentialLimit: AddressQuota;
  shedding: Pick<LoadShedding, "admit">;
  config: Pick<
    GatewayConfig,
    | "RATE_ANONYMOUS_PER_MINUTE"
    | "RATE_PUBLIC_PER_MINUTE"
    | "RATE_VISITOR_FORMS_PER_MINUTE"
    | "RATE_APPLICATION_PER_MINUTE"
    | "IN_FLIGHT_MAX"
    | "IN_FLIGHT_PER_ADDRESS_MAX"
  >;
  /** Whether a request has a session cookie, and was sent to the host of the console. */
  hasSession: (request: FastifyRequest) => boolean;
}

/**
 * Limits every request that needs no credential. A reply without other rate-limit headers says how many wrong credentials its address may still send.
 * Must be registered before the routes.
 */
export function registerAnonymousLimits(app: FastifyInstance, options: AnonymousLimitsOptions): void {
  const { counters, credentialLimit, shedding, config, hasSession } = options;
  const anonymousQuota = createAddressQuota("anonymous", counters, config.RATE_ANONYMOUS_PER_MINUTE);
  const visitorQuota = createAddressQuota("public", counters, config.RATE_PUBLIC_PER_MINUTE);
  const formQuota = createAddressQuota("visitor-forms", counters, config.RATE_VISITOR_FORMS_PER_MINUTE);
  const personQuota = createAddressQuota("application", counters, config.RATE_APPLICATION_PER_MINUTE);
  const inFlightPerAddress = createInFlightLimit(config.IN_FLIGHT_PER_ADDRESS_MAX, "of this address");
  const inFlightPerSite = createInFlightLimit(
    config.IN_FLIGHT_PER_ADDRESS_MAX * siteInFlightFactor,
    "of the network of this address",
  );
  const inFlightMax = Math.ceil(config.IN_FLIGHT_MAX * anonymousShareOfInFlight);
  const inFlight = createInFlightLimit(inFlightMax, "without a credential");

  onEachReply(app, (request, reply) => {
    if (!reply.hasHeader("ratelimit")) setRateLimitHeaders(reply, [credentialLimit.get(normalizeAddress(request.ip))]);
  });
  requireDeclaredStores(app, storedWithoutCaller.gateway, {
    isForStrangers: ({ caller, storedBy }) => !isAuthenticated(caller) && storedBy === undefined,
    coversReads: false,
  });
  app.addHook("onRoute", (route) => {
    const caller = route.config?.caller;
    if (isAuthenticated(caller)) return;
    route.bodyLimit ??= caller === "visitor" || caller === "person" ? formBodyBytesMax : anonymousBodyBytesMax;
  });
  onEachRequest(app, (request, reply) => {
    const { caller } = request.routeOptions.config;
    // A request without a credential to a route of tenants gets 401. It is counted like a request to a route that needs none.
    const isTenantWithoutKey = caller === "tenant" && isWithoutKey(request);
    if (isAuthenticated(caller) && !isTenantWithoutKey) return;
    // A request with a session is counted by its address, which limits look-ups of sessions that do not exist.
    const isPerson = caller === "person" || (isTenantWithoutKey && hasSession(request));
    const address = toRateLimitAddress(request.ip);
    shedding.admit(request, { kind: "address", name: address });
    inFlightPerAddress.acquire(address, reply);
    const [, site] = listRateLimitNetworks(normalizeAddress(request.ip));
    if (site) inFlightPerSite.acquire(site.network, reply);
    inFlight.acquire("all", reply);
    // A hall behind one address: those who only look take nothing from those who send.
    const ofVisitor = getHttpAccess(request.method) === "read" ? visitorQuota : formQuota;
    const quota = caller === "visitor" ? ofVisitor : isPerson ? personQuota : anonymousQuota;
    consume(quota, request, reply, credentialLimit);
  });
}

/** How many forms of refused requests an address gets back in a minute: as many as it may send. The function counts the form of a request. */
export function createKeptFormLimit(counters: Counters, perMinute: number): (request: FastifyRequest) => boolean {
  const quota = createAddressQuota("kept-forms", counters, perMinute);
  return ({ ip }) => {
    const address = normalizeAddress(ip);
    if (quota.get(address).remaining === 0) return false;
    quota.consume(address);
    return true;
  };
}

function isAuthenticated(caller: Caller | undefined): boolean {
  return caller === "tenant" || caller === "operator";
}

function isWithoutKey(request: FastifyRequest): boolean {
  return !getHeader(request, "x-api-key") && !getHeader(request, "authorization");
}

function consume(quota: AddressQuota, request: FastifyRequest, reply: FastifyReply, limit: AddressQuota): void {
  const address = normalizeAddress(request.ip);
  try {
    quota.consume(address);
  } finally {
    setRateLimitHeaders(reply, [quota.get(address), limit.get(address)]);
  }
}
