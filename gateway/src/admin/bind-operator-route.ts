import type { Database } from "@tenant-ops/kit/data";
import {
  bindRouteWith,
  type ParsedRequest,
  type Route,
  type RouteReply,
  setReplayedHeader,
} from "@tenant-ops/kit/http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createRunOnce, type RunOnce } from "../accounts/named-writes.js";
import { setCreated } from "./operator-calls.js";

export interface OperatorContext {
  request: FastifyRequest;
  runOnce: RunOnce;
  /** Set `replayed` for an answer that was stored elsewhere; `runOnce` sets it itself. */
  state: { replayed?: boolean };
  /** Adds the id of the created record to the record of the call. */
  setCreated: (id: string) => void;
}

export interface OperatorRouteOptions {
  db: Database;
  /** For tests: an answer that the route does not declare is an error. */
  checkReplies: boolean;
}

/** Registers the handler of a declared route for operators, as `bindRoute` does for those of services. */
export function bindOperatorRoute<R extends Route>(
  app: FastifyInstance,
  { db, checkReplies }: OperatorRouteOptions,
  route: R,
  handle: (input: ParsedRequest<R> & OperatorContext) => Promise<RouteReply<R>>,
): void {
  bindRouteWith(app, route, {
    begin: (request) => ({
      request,
      ...createRunOnce(db, request, () => request.operatorCall?.operator),
      setCreated: (id: string) => setCreated(request, id),
    }),
    handle: async (input) => {
      const answer = await handle(input);
      setReplayedHeader(input.reply, input.state);
      return answer;
    },
    checksReplies: () => checkReplies,
  });
}
