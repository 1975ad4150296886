import { EgressError } from "./address-resolver.js";
import type { EgressClient } from "./egress.types.js";

/** The part of `fetch` that libraries use when they take one. */
export type EgressFetch = (
  url: string,
  init: { method?: string; headers?: Record<string, string>; body?: unknown },
) => Promise<Response>;

/**
 * `fetch` for libraries, through the egress client: redirects are answers, and the body is read before the answer is given.
 * @throws EgressError for every failure, and for a body that is neither text nor URLSearchParams
 */
export function createEgressFetch(client: EgressClient, bodyBytesMax: number): EgressFetch {
  return async (url, { method = "GET", headers = {}, body }) => {
    const isForm = body instanceof URLSearchParams;
    const answer = await client.request({
      url,
      method: method === "POST" ? "POST" : requireGet(method),
      headers: { ...headers, ...(isForm && { "content-type": "application/x-www-form-urlencoded" }) },
      ...(body !== undefined && body !== null && { body: isForm ? body.toString() : requireText(body) }),
      bodyBytesMax,
    });
    if ("error" in answer) throw new EgressError(answer.error);
    const type = answer.headers["content-type"];
    const hasNoBody = [204, 205, 304].includes(answer.code);
    return new Response(hasNoBody ? null : new Uint8Array(answer.body), {
      status: answer.code,
      headers: typeof type === "string" ? { "content-type": type } : {},
    });
  };
}

function requireGet(method: string): "GET" {
  if (method !== "GET") throw new Error(`the method ${method} is not supported`);
  return method;
}

function requireText(body: unknown): string {
  if (typeof body !== "string") throw new Error("only text and forms can be sent");
  return body;
}
