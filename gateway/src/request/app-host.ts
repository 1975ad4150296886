import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Hosts on which a route exists: that of the application, or every other one. Absent: all hosts. */
    host?: "application" | "public";
  }
}

/** Whether a request was sent to the host of the application, where people are signed in. */
export type IsAppHost = (request: FastifyRequest) => boolean;

/**
 * Pages of tenants and the application are on two hosts, so that the session cookie, which is for one host only, is never sent to
 * a page whose content a tenant wrote.
 * @param appUrl address of the application
 */
export function createAppHost(appUrl: string): IsAppHost {
  const { host } = new URL(appUrl);
  return (request) => request.host === host;
}

/**
 * Refuses a route on a host where it does not exist.
 * @throws Refusal route_not_found
 */
export function requireHost(request: FastifyRequest, isAppHost: IsAppHost): void {
  const { host } = request.routeOptions.config;
  if (host === undefined || isAppHost(request) === (host === "application")) return;
  throw new Refusal("route_not_found", `There is no ${request.method} on this path of this host.`);
}
