// Apart from session.ts: the table of operations is loaded with the first page that reads data.
import { type Client, createAreas } from "./client.js";
import { createSessionSender, type SessionOptions } from "./session.js";

export type { Client } from "./client.js";

/**
 * The operations of the public API, with the session cookie in place of a key.
 * @throws TenantOpsError invalid_argument for an option that cannot work
 */
export const createSessionClient = (options: SessionOptions): Client => createAreas(createSessionSender(options));
