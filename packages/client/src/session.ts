// For the browser application of tenant-ops: the browser sends its session cookie, so there is no key.
import type { SendOptions, WriteOptions } from "./call.types.js";
import { type Operation, splitInput } from "./operation.js";
import type { Send } from "./send.js";
import { createSender, requireHeader } from "./sender.js";

export type { SendOptions, WriteOptions } from "./call.types.js";
export type { Operation } from "./operation.js";
export { type Answer, parseAnswer } from "./answer.js";
export { type Problem, TenantOpsError } from "./error.js";

export interface SessionOptions extends SendOptions {
  /** The business in the address of the page; without one, only routes about the person can be called. */
  businessId?: string;
  /** Runs each call, so that the application can ask the person for something before or after it. */
  around?: <Result>(operation: Operation, run: () => Promise<Result>) => Promise<Result>;
}

/** Any operation of the server, with the retries and idempotency keys of the client. */
export type Call = (operation: Operation, input?: object, options?: WriteOptions) => Promise<unknown>;

/** @throws TenantOpsError invalid_argument for an option that cannot work */
export function createCall(options: SessionOptions): Call {
  const send = createSessionSender(options);
  return async (operation, input, callOptions = {}) =>
    (await send(operation, splitInput(operation, input), callOptions)).body;
}

/**
 * The cookie is sent by `fetch` because the server is the origin of the page; no other credential is sent. Browsers do not let a page set
 * `user-agent`.
 */
export function createSessionSender({ businessId, around, ...options }: SessionOptions): Send {
  const headers: Record<string, string> = {};
  if (businessId !== undefined) headers["x-business-id"] = requireHeader("businessId", businessId);
  const send = createSender(headers, options);
  if (!around) return send;
  return (operation, parts, callOptions) => around(operation, () => send(operation, parts, callOptions));
}
