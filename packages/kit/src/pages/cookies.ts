import { createHash, randomBytes } from "node:crypto";
import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";

/** What a registration says about its visitor. It is stored in a cookie, because an address that contains it would be logged. */
const detailsSchema = z.object({
  fullName: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
});
export type VisitorDetails = z.infer<typeof detailsSchema>;

/** The part of an address that carries a pass. */
export const passParameter = "pass";

/** Flows sets this cookie together with the pass, for the page of the target only. Several passes may be under way at once. */
export const toPassCookieName = (passId: string): string => `pass-${passId.slice(0, 12)}`;

/** The cookie of a visitor who has used a pass. Each target has its own. */
export const toVisitorCookieName = (targetId: string): string => `visitor-${targetId}`;

/** The value of a pass cookie: a secret, and the details of the visitor. */
export function createPassCookie(details: VisitorDetails): string {
  const secret = randomBytes(32).toString("base64url");
  return `${secret}.${Buffer.from(JSON.stringify(details)).toString("base64url")}`;
}

/** Reads the value of a cookie whose hash a pass has confirmed. */
export function parsePassCookie(value: string): { secret: string; details: VisitorDetails } {
  const [secret = "", encoded = ""] = value.split(".");
  const details = detailsSchema.parse(JSON.parse(Buffer.from(encoded, "base64url").toString("utf8")));
  return { secret, details };
}

/** Cookies are stored and named in passes by this hash only. */
export const hashCookie = (value: string): string => createHash("sha256").update(value).digest("base64url");

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
