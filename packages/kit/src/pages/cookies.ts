import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

export interface PageCookie {
  name: string;
  value: string;
  /** The path of the only page that gets it. */
  path: string;
  maxAgeSeconds: number;
  /** False only where pages are served over plain http, on the loopback address. */
  isSecure: boolean;
}

export function readCookies(request: FastifyRequest): Readonly<Record<string, string | undefined>> {
  return parseCookie(request.headers.cookie ?? "");
}

/** Adds a cookie to the answer. No script can read it, and no request from another site carries it, except when a link is followed. */
export function setCookie(reply: FastifyReply, { name, value, path, maxAgeSeconds, isSecure }: PageCookie): void {
  const attributes = { path, maxAge: maxAgeSeconds, httpOnly: true, secure: isSecure, sameSite: "lax" as const };
  void reply.header("set-cookie", stringifySetCookie(name, value, attributes));
}

/** The prefix makes browsers refuse a cookie of this name that was not set over https, also one of a neighbouring host. */
export function toCookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Secure-${name}` : name;
}

/** A cookie under its name for https, or else under its name for http on the loopback address. */
export function readCookie(request: FastifyRequest, name: string): { value: string; isSecure: boolean } | undefined {
  const cookies = readCookies(request);
  for (const isSecure of [true, false]) {
    const value = cookies[toCookieName(name, isSecure)];
    if (value) return { value, isSecure };
  }
  return undefined;
}
