import type { Call } from "@tenant-ops/kit/call";
import { createCursorCodec, invalidCursor } from "@tenant-ops/kit/data";
import { invalid, rateLimited, Refusal } from "@tenant-ops/kit/errors";
import { type FieldsOf, readCountedRows, type RpcClients } from "@tenant-ops/kit/rpc";
import { foldText } from "@tenant-ops/kit/texts";
import type { ListCollectionsRequest } from "@tenant-ops/proto/analytics";
import { CountService } from "@tenant-ops/proto/common";
import { type AnalyticsCollection, isAdditive } from "@tenant-ops/rest/analytics";
import { type CountsAnswer, planRows, toAnswer, writeNotice } from "./answer.rules.js";
import { describeCollection } from "./descriptions.rules.js";
import { planDays, planRange } from "./intervals.rules.js";
import {
  listReadable,
  planQuery,
  type QueryInput,
  type QueryPlan,
  requireCollection,
  requireDimension,
} from "./query.rules.js";

/** What a query may take in all: a person waits for it. */
const queryMsMax = 2000;
/** Queries of one business that one process runs at the same time. */
const runningMax = 8;

/** What the tools and the REST routes of analytics do. */
export interface Queries {
  list(call: Call, request: FieldsOf<ListCollectionsRequest>): ReturnType<typeof listCollections>;
  query(call: Call, request: QueryInput): ReturnType<typeof runQuery>;
}

export function createQueries(clients: RpcClients): Queries {
  const running = new Map<string, number>();

  async function runLimited<Result>(call: Call, work: (limited: Call) => Promise<Result>): Promise<Result> {
    const { businessId } = call;
    const count = running.get(businessId) ?? 0;
    if (count >= runningMax)
      throw rateLimited(`${runningMax} queries of this business are running; more are not begun.`, 1);
    running.set(businessId, count + 1);
    try {
      return await work({ ...call, deadline: Math.min(call.deadline, Date.now() + queryMsMax) });
    } finally {
      const left = (running.get(businessId) ?? 1) - 1;
      if (left === 0) running.delete(businessId);
      else running.set(businessId, left);
    }
  }

  return {
    list: (call, request) => runLimited(call, (limited) => listCollections(clients, limited, request)),
    query: (call, request) => runLimited(call, (limited) => runQuery(clients, limited, request)),
  };
}

type CountQuery = Pick<QueryPlan, "groupBy" | "filters"> & { bounds: readonly Date[]; withLevels?: boolean };

/** Asks the service that counts the collection. */
async function askCounts(
  clients: RpcClients,
  call: Call,
  { name, service }: AnalyticsCollection,
  { groupBy, filters, bounds, withLevels = false }: CountQuery,
): Promise<CountsAnswer> {
  const request = {
    collection: name,
    groupBy: [...groupBy],
    filters: filters.map(({ values, ...filter }) => ({ ...filter, values: [...values] })),
    bounds: bounds.map((bound) => bound.toISOString()),
    withLevels,
  };
  const { message } = await clients.unary(CountService.method.queryCounts, request, call, service);
  return { ...message, rows: readCountedRows(message) };
}

const toBounds = ({ intervals }: QueryPlan["range"]): Date[] => [
  ...intervals.map(({ start }) => start),
  ...intervals.slice(-1).map(({ end }) => end),
];

async function runQuery(clients: RpcClients, call: Call, request: QueryInput) {
  const now = new Date();
  const plan = planQuery(request, call, now);
  const { cursor, limit, ...asked } = request;
  const cursors = createCursorCodec(() => JSON.stringify([call.businessId, asked, plan.range.from, plan.range.to]));
  const offset = cursor === "" ? 0 : toOffset(cursors.decode(cursor, 1)[0]);
  const ask = (range: QueryPlan["range"]) =>
    askCounts(clients, call, plan.collection, {
      ...plan,
      bounds: toBounds(range),
      withLevels: plan.metrics.some(({ formula }) => formula.kind === "level"),
    });
  const [counted, previous] = await Promise.all([ask(plan.range), plan.previous && ask(plan.previous)]);
  const rows = planRows(plan, counted, previous);
  const answer = toAnswer(plan, rows, offset, limit, now);
  const nextCursor = answer.hasMore ? cursors.encode([offset + answer.count]) : "";
  return { ...answer, nextCursor, notice: writeNotice(plan, rows, counted, now) };
}

function toOffset(position: unknown): number {
  if (typeof position !== "number" || !Number.isSafeInteger(position) || position < 0) throw invalidCursor();
  return position;
}

async function listCollections(clients: RpcClients, call: Call, request: FieldsOf<ListCollectionsRequest>) {
  const { collection: name, dimension, search, limit } = request;
  const chosen = name === "" ? listReadable(call) : [requireCollection(name, call)];
  if (dimension !== "" && name === "")
    throw invalid("dimension", "values belong to a collection: send `collection` too.", "required");
  if (search !== "" && dimension === "")
    throw invalid("search", "it finds values of a dimension: send `collection` and `dimension` too.");
  const collections = await Promise.all(
    chosen.map(async (collection) => {
      const { firstDay, lastDay } = await askCounts(clients, call, collection, {
        groupBy: [],
        filters: [],
        bounds: [],
      });
      return describeCollection(collection, { firstDay, lastDay });
    }),
  );
  const [only] = chosen;
  const values =
    dimension === "" || !only
      ? []
      : await listValues(clients, call, only, requireDimension(only, "dimension", dimension));
  const wanted = foldText(search);
  const found = values.filter(({ value, label }) => [value, label].some((text) => foldText(text).includes(wanted)));
  return { collections, values: found.slice(0, limit), totalValues: found.length };
}

/** Days of which values are listed, so many that they can be read: fewer in a business with thousands of values a day. */
const listedDays = [400, 90, 30, 7];

/** The values of a dimension in the last days, the most frequent first. */
async function listValues(clients: RpcClients, call: Call, collection: AnalyticsCollection, dimension: string) {
  const counter = collection.metrics.find(isAdditive)?.formula;
  for (const lastDays of listedDays) {
    const days = planDays({ lastDays, dateFrom: "", dateTo: "" }, call.timeZone, new Date());
    const bounds = toBounds(planRange(days, "none", call.timeZone));
    const found = await askCounts(clients, call, collection, { groupBy: [dimension], filters: [], bounds }).catch(
      (error: unknown) => {
        if (error instanceof Refusal && error.code === "too_many_combinations" && lastDays !== listedDays.at(-1))
          return undefined;
        throw error;
      },
    );
    if (!found) continue;
    const labels = new Map(found.labels.map(({ value, label }) => [value, label]));
    return found.rows
      .map(({ values: [value = ""], counts }) => ({
        value,
        label: labels.get(value) ?? value,
        count: counter?.kind === "sum" ? (counts[counter.counter] ?? 0) : 0,
      }))
      .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
  }
  return [];
}
