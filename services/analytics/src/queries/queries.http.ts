import { bindRoute } from "@tenant-ops/kit/http";
import { listAnalyticsCollections, queryAnalytics } from "@tenant-ops/rest/analytics";
import type { FastifyInstance } from "fastify";
import type { Queries } from "./queries.js";

/** The REST routes of analytics. */
export function queryHttp(app: FastifyInstance, queries: Queries): void {
  bindRoute(app, listAnalyticsCollections, ({ call, query }) => queries.list(call, query));
  bindRoute(app, queryAnalytics, async ({ call, body }) => {
    const { hasMore, nextCursor, ...answer } = await queries.query(call, body);
    return { ...answer, has_more: hasMore, ...(nextCursor !== "" && { next_cursor: nextCursor }) };
  });
}
