import { createSendAttempt } from "./attempt.js";
import type { ClientOptions, SendOptions, WriteOptions } from "./call.types.js";
import { TenantOpsError } from "./error.js";
import type { Areas } from "./generated/areas.js";
import { operations, userAgent } from "./generated/operations.js";
import { List, readNextLink } from "./list.js";
import { type Operation, splitInput } from "./operation.js";
import { createSend, type Send, type SendSettings, type Success } from "./send.js";

/** One object per area, with one method per operation of the REST API. */
export type Client = Areas;

/**
 * A client of one business. It holds no connection and no state: make one and share it.
 * @throws TenantOpsError invalid_argument for an option that cannot work
 */
export function createClient(options: ClientOptions): Client {
  const headers = {
    "x-api-key": requireHeader("apiKey", options.apiKey),
    "x-business-id": requireHeader("businessId", options.businessId),
    "user-agent": userAgent,
  };
  return createAreas(createSender(headers, options));
}

/** @throws TenantOpsError invalid_argument for an option that cannot work */
export function createSender(headers: Record<string, string>, options: SendOptions): Send {
  const { fetch = (request: Request) => globalThis.fetch(request) } = options;
  const all = { ...headers, accept: "application/json" };
  return createSend(createSendAttempt(requireBaseUrl(options.baseUrl), all, fetch), readSettings(options));
}

export function createAreas(send: Send): Client {
  const areas = Object.entries(operations).map(([area, own]) => {
    const methods = Object.entries(own).map(([name, operation]) => [name, createMethod(operation, send)]);
    return [area, Object.freeze(Object.fromEntries(methods))];
  });
  // The interfaces and the table of operations are generated from the same document.
  return Object.freeze(Object.fromEntries(areas)) as Client;
}

type Method = (input?: object, options?: WriteOptions) => Promise<unknown> | List<unknown, unknown>;

export function createMethod(operation: Operation, send: Send): Method {
  if (!operation.list)
    return async (input, options = {}) => (await send(operation, splitInput(operation, input), options)).body;
  return (input, options = {}) =>
    new List(async (cursor) => {
      const parts = splitInput(operation, cursor === undefined ? input : { ...input, cursor });
      return toPage(operation, await send(operation, parts, options));
    });
}

function toPage({ list, method, path }: Operation, { body, headers }: Success) {
  if (list === "link" && Array.isArray(body))
    return { page: body, items: body as unknown[], nextCursor: readNextLink(headers.get("link")) };
  const { items, next_cursor: nextCursor } = body as { items?: unknown; next_cursor?: string };
  if (list === "cursor" && Array.isArray(items)) return { page: body, items: items as unknown[], nextCursor };
  throw new TenantOpsError({ code: "unexpected_answer", detail: `The answer to ${method} ${path} is not a list.` });
}

function readSettings({
  timeoutMs = 30_000,
  attemptTimeoutMs = 12_000,
  retries = 3,
  onAttempt,
}: SendOptions): SendSettings {
  for (const [name, value] of Object.entries({ timeoutMs, attemptTimeoutMs }))
    if (!(value > 0)) throw createOptionError(name, "must be a number of milliseconds above 0");
  if (!(retries >= 0)) throw createOptionError("retries", "must be 0 or more");
  return { timeoutMs, attemptTimeoutMs, retries, onAttempt };
}

/** Checked here, because the error of the platform for a wrong header quotes its value. */
export function requireHeader(name: string, value: string): string {
  if (typeof value === "string" && /^[\x21-\x7e]+$/.test(value)) return value;
  throw createOptionError(name, "must have visible ASCII characters only, without spaces and line breaks");
}

function requireBaseUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol) || url.search !== "" || url.hash !== "")
    throw createOptionError("baseUrl", "must be an address such as https://api.example.com");
  if (url.username !== "" || url.password !== "")
    throw createOptionError("baseUrl", "must have no user name and password");
  return url.href;
}

function createOptionError(name: string, what: string): TenantOpsError {
  return new TenantOpsError({ code: "invalid_argument", detail: `createClient: ${name} ${what}.` });
}
