// For the browser application of tenant-ops: the browser sends its session cookie, so there is no key.
import type { SendOptions, WriteOptions } from "./call.types.js";
import { type Client, createAreas, createSender, requireHeader } from "./client.js";
import { type Operation, splitInput } from "./operation.js";

export type { SendOptions, WriteOptions } from "./call.types.js";
export type { Client } from "./client.js";
export type { Operation } from "./operation.js";
export { TenantOpsError } from "./error.js";

export interface SessionOptions extends SendOptions {
  /** The business that stands in the address of the page; without one, only routes about the person can be called. */
  businessId?: string;
}

export interface Session {
  /** The operations of the public API. */
  client: Client;
  /** Any other operation of the same server, with the same retries and idempotency keys. */
  call: (operation: Operation, input?: object, options?: WriteOptions) => Promise<unknown>;
}

/**
 * The cookie is sent by `fetch` because the server is the origin of the page; nothing else proves who calls. Browsers do not
 * let a page set `user-agent`.
 * @throws TenantOpsError invalid_argument for an option that cannot work
 */
export function createSession({ businessId, ...options }: SessionOptions): Session {
  const headers: Record<string, string> = {};
  if (businessId !== undefined) headers["x-business-id"] = requireHeader("businessId", businessId);
  const send = createSender(headers, options);
  return {
    client: createAreas(send),
    call: async (operation, input, callOptions = {}) =>
      (await send(operation, splitInput(operation, input), callOptions)).body,
  };
}
