import type { ClientOptions, WriteOptions } from "./call.types.js";
import { TenantOpsError } from "./error.js";
import type { Areas } from "./generated/areas.js";
import { operations, userAgent } from "./generated/operations.js";
import { List, readNextLink } from "./list.js";
import { type Operation, splitInput } from "./operation.js";
import type { Send, Success } from "./send.js";
import { createSender, requireHeader } from "./sender.js";

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
