import { toRestList } from "@tenant-ops/kit/http";
import { listOperatorCalls as listOperatorCallsRoute } from "@tenant-ops/rest/gateway";
import type { FastifyInstance } from "fastify";
import { bindOperatorRoute, type OperatorRouteOptions } from "./bind-operator-route.js";
import { listOperatorCalls, type OperatorCall } from "./operator-calls.store.js";

/** `GET /v1/admin/calls`: the calls of operators. */
export function registerCallRoutes(app: FastifyInstance, options: OperatorRouteOptions): void {
  bindOperatorRoute(app, options, listOperatorCallsRoute, async ({ query: { limit, cursor, ...filter } }) =>
    toRestList(await listOperatorCalls(options.db, filter, { limit, cursor }), toCallReply),
  );
}

function toCallReply({ at, answeredAt, ...rest }: OperatorCall) {
  return { ...rest, at: at.toISOString(), answeredAt: answeredAt?.toISOString() ?? null };
}
