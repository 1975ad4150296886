import type { Scope } from "@tenant-ops/kit/data";
import { createToken, hashToken } from "@tenant-ops/kit/http";
import { readCookies, setCookie, toCookieName } from "@tenant-ops/kit/pages";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RequestedFlow } from "../page/page.flows.js";
import { findSignIn } from "./sign-ins.store.js";
import type { SignIn } from "./sign-ins.rules.js";

/** Longer than a proof and the way to it. It is set again whenever the page is opened. */
const cookieSeconds = 2 * 60 * 60;

/** The cookie of a visitor who proves who they are: for the page of one flow and the paths below it. */
export interface SignInCookie {
  /** Id of the sign-in of this browser for this flow; undefined without a well-formed cookie. */
  readId(request: FastifyRequest, flowId: string): string | undefined;
  /** Extends the cookie of the browser, or sets a new one. */
  renew(request: FastifyRequest, reply: FastifyReply, path: string): void;
}

/** @param consoleUrl where visitors see the pages */
export function createSignInCookie(consoleUrl: string): SignInCookie {
  const isSecure = consoleUrl.startsWith("https:");
  const name = toCookieName("sign-in", isSecure);
  const read = (request: FastifyRequest) => {
    const value = readCookies(request)[name];
    return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined;
  };
  return {
    readId: (request, flowId) => {
      const value = read(request);
      return value && hashToken(`${flowId}|${value}`);
    },
    renew: (request, reply, path) =>
      setCookie(reply, { name, value: read(request) ?? createToken(), path, maxAgeSeconds: cookieSeconds, isSecure }),
  };
}

/** The sign-in of the browser that sent a request. */
export async function findOwnSignIn(
  scope: Scope,
  cookie: SignInCookie,
  request: FastifyRequest,
  { flow }: RequestedFlow,
): Promise<SignIn | null> {
  const id = cookie.readId(request, flow._id);
  return id === undefined ? null : findSignIn(scope, id);
}
