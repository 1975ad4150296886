import type { FastifyReply, FastifyRequest } from "fastify";
import type { Tenant } from "../auth/tenant.js";

/** `list` is discovery (tools/list, resources/list, server/discover …), `write` is a writing tool or a spin, `read` is everything else. */
export type Kind = "list" | "read" | "write";

export interface Limits {
  /**
   * Counts a request of a tenant and says in the reply's headers how much is left. Holds one of the business's places for
   * requests under way until the answer is out. Once per request.
   * @throws Refusal rate_limited, overloaded (both with retryAfter)
   */
  take(request: FastifyRequest, reply: FastifyReply, tenant: Tenant, kind: Kind): void;
}
