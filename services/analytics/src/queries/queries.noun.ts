import { bindRoute } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { AnalyticsService } from "@tenant-ops/proto/analytics";
import { listAnalyticsCollections, queryAnalytics } from "@tenant-ops/rest/analytics";
import type { Queries } from "./queries.js";

interface QueryReads {
  queries: Queries;
}

/** Questions over time. It has no collections: the counters are in the services that count. */
export const questions = defineNoun({
  api: AnalyticsService,
  collections: {},

  rpcs: (_, { queries }: QueryReads) => ({
    listCollections: (request, call) => queries.list(call, request),
    query: (request, call) => queries.query(call, request),
  }),

  http(app, _, { queries }) {
    bindRoute(app, listAnalyticsCollections, ({ call, query }) => queries.list(call, query));
    bindRoute(app, queryAnalytics, async ({ call, body }) => {
      const { hasMore, nextCursor, ...answer } = await queries.query(call, body);
      return { ...answer, has_more: hasMore, ...(nextCursor !== "" && { next_cursor: nextCursor }) };
    });
  },
});
