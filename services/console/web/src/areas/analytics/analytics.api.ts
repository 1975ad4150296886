import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { rowsMax } from "@tenant-ops/rest/analytics-limits";
import { useBusiness } from "../../api/business.js";
import { type ReadSettings, type Reply, useReadBy } from "../../api/public-api.js";
import type { RecordSource } from "../../api/record-sources.js";
import type { Answer } from "./answer.rules.js";
import type { NumbersRequest } from "./query.rules.js";

export type Collection = Reply<"analytics", "listAnalyticsCollections">["collections"][number];

/** An answer with what was asked: while the next one is read, the last one stays. */
export interface Answered {
  asked: NumbersRequest;
  answer: Answer;
}

/** By the hour a range has up to 31 days of up to 25 hours. */
const pagesMax = 4;

interface AnswerSettings {
  /** The first rows only; all of them when left out. */
  limit?: number;
}

/** @param request undefined: nothing is asked yet */
export function useAnswer(request: NumbersRequest | undefined, { limit }: AnswerSettings = {}) {
  const { client, business } = useBusiness();
  return useQuery({
    queryKey: [business._id, "analytics", "answer", request, limit],
    queryFn: async ({ signal }): Promise<Answered> => {
      if (!request) throw new Error("nothing was asked");
      const read = (cursor: string) =>
        client.analytics.queryAnalytics({ ...request, limit: limit ?? rowsMax, cursor }, { signal });
      let answer = await read("");
      if (limit === undefined)
        for (let page = 1; page < pagesMax && answer.next_cursor; page += 1) {
          const next = await read(answer.next_cursor);
          // `other` of the next page has the rows of this one.
          answer = { ...next, rows: [...answer.rows, ...next.rows], other: { groups: 0, metrics: {} } };
        }
      return { asked: request, answer };
    },
    enabled: request !== undefined,
    placeholderData: keepPreviousData,
  });
}

type Client = ReturnType<typeof useBusiness>["client"];

/** Values have any text, also none; a choice needs an id. */
const toId = (value: string) => `=${value}`;
export const toValue = (id: string): string => id.slice(1);

/** The values of a dimension, as a choice that is searched by name. */
export function createValueSource(
  collection: string,
  dimension: string,
  nameValue: (value: { value: string; label: string }) => string,
): RecordSource {
  const list = ({ analytics }: Client, search: string, limit: number, settings: ReadSettings) =>
    analytics.listAnalyticsCollections({ collection, dimension, search, limit }, settings);
  return {
    key: ["analytics", "values", collection, dimension],
    find: async (client, search, settings) => {
      const { values, totalValues } = await list(client, search, 20, settings);
      const options = values.map((value) => ({ id: toId(value.value), label: nameValue(value) }));
      return { options, hasMore: totalValues > values.length };
    },
    read: async (client, id, settings) => {
      const value = toValue(id);
      const { values } = await list(client, value, rowsMax, settings);
      const found = values.find((one) => one.value === value);
      return { id, label: nameValue(found ?? { value, label: value }) };
    },
  };
}

/** The names of chosen values, one read after the other: a business may have only a few queries at the same time. */
export const useValueNames = (source: RecordSource, values: readonly string[]) =>
  useReadBy(
    [...source.key, "names", values],
    async (client, settings) => {
      const names: string[] = [];
      for (const value of values) names.push((await source.read(client, toId(value), settings)).label);
      return names;
    },
    { enabled: values.length > 0 },
  );

export const toOptionIds = (values: readonly string[]): string[] => values.map(toId);
