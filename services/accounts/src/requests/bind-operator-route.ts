import type { Database } from "@tenant-ops/kit/data";
import { bindRouteWith, type ParsedRequest, requireCall, type Route, type RouteReply } from "@tenant-ops/kit/http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { setCreated } from "../operators/operator-calls.js";
import { createRunOnce, type RunOnce } from "./named-writes.js";

export interface OperatorContext {
  request: FastifyRequest;
  /** Name of the operator. */
  operator: string;
  runOnce: RunOnce;
  /** Set `replayed` for an answer that was stored elsewhere; `runOnce` sets it itself. */
  state: { replayed?: boolean };
  /** Adds the id of the created record to the record of the call. */
  setCreated: (id: string) => void;
}

/** Registers the handler of a declared route for operators. The kit refuses every caller who is none. */
export function bindOperatorRoute<R extends Route>(
  app: FastifyInstance,
  db: Database,
  route: R,
  handle: (input: ParsedRequest<R> & OperatorContext) => Promise<RouteReply<R>>,
): void {
  bindRouteWith(app, route, {
    begin: (request) => {
      const { operator = "" } = requireCall(request);
      return {
        ...{ request, operator },
        ...createRunOnce(db, request, () => operator),
        setCreated: (id: string) => setCreated(request, id),
      };
    },
    handle,
    replay: ({ state }) => state,
  });
}
