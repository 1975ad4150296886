import { type Call, createSystemCall } from "@tenant-ops/kit/call";
import { singleFlight } from "@tenant-ops/kit/concurrency";
import type { Database } from "@tenant-ops/kit/data";
import { getRequestId, getTraceparent } from "@tenant-ops/kit/http";
import type { FastifyRequest } from "fastify";
import { findFlowById } from "./flows.store.js";
import type { Flow } from "./flows.types.js";
import { pageSlugCharactersMax } from "./page-slugs.js";
import { findSlug } from "./slugs.store.js";

const requestTimeoutMs = 9000;

/** An active flow whose page was requested, and the call in the name of its business. */
export interface RequestedFlow {
  flow: Flow;
  call: Call;
}

export type FindRequestedFlow = (request: FastifyRequest) => Promise<RequestedFlow | undefined>;

/** Finds the flow of a page by its slug. An inactive flow is not found, so visitors cannot tell it from an unknown slug. */
export function createRequestedFlowFinder(db: Database): FindRequestedFlow {
  // A link in a newsletter brings many visitors within a second: requests that arrive during a read share its result.
  const findShared = singleFlight((pageSlug: string) => findPublicFlow(db, pageSlug));
  return async (request) => {
    const { "*": slug } = request.params as { "*": string };
    if (slug.length > pageSlugCharactersMax || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) return undefined;
    const found = await findShared(slug);
    if (!found?.flow.isActive) return undefined;
    const traceparent = getTraceparent(request);
    const call = createSystemCall(found.businessId, `flow page ${slug}`, {
      requestId: getRequestId(request),
      deadline: Date.now() + requestTimeoutMs,
      ...(traceparent && { traceparent }),
    });
    return { flow: found.flow, call };
  };
}

/** The registry of slugs names the business; the flow is then read from the records of this business only. */
async function findPublicFlow(db: Database, pageSlug: string): Promise<{ flow: Flow; businessId: string } | undefined> {
  const row = await findSlug(db, pageSlug);
  if (!row) return undefined;
  const { businessId, flowId } = row;
  const call = createSystemCall(businessId, "flow page", { deadline: Date.now() + requestTimeoutMs });
  const flow = await findFlowById(db.scope(call), flowId);
  return flow ? { flow, businessId } : undefined;
}
