import { dayOrNone as day, defineRoute } from "@tenant-ops/kit/http";
import * as z from "zod";
import { count, line, value } from "../fields.js";
import { analyticsCollections } from "./collections.js";
import { daysDefault, daysMax, filtersMax, filterValuesMax, groupsMax, metricsMax, rowsMax } from "./limits.js";

const word = value(50).min(1);
const numbers = z.record(z.string(), z.number()).describe("By the name of the metric.");

const metric = z
  .strictObject({
    name: word,
    unit: z.string().describe("What one of it is, such as `units` or `percent`."),
    formula: z.string().describe("What is counted, and by which time."),
    better: z.enum(["more", "less"]).describe("Which direction is good for the business."),
    additive: z.boolean().describe("Whether values may be added up."),
    daily: z
      .boolean()
      .describe("Answered by the day only, without a total: values of two days may be of the same people."),
  })
  .meta({ id: "AnalyticsMetric" });

const collection = z
  .strictObject({
    name: word,
    meaning: z.string(),
    metrics: z.array(metric),
    dimensions: z
      .array(z.strictObject({ name: word, meaning: z.string() }).meta({ id: "AnalyticsDimension" }))
      .describe("What the numbers can be grouped and filtered by."),
    firstDay: day.describe("First day in UTC with numbers; empty when nothing was ever counted."),
    lastDay: day.describe("Last day in UTC with numbers."),
  })
  .meta({ id: "AnalyticsCollection" });

const collectionNames = analyticsCollections.map(({ name }) => `\`${name}\``).join(", ");

export const listAnalyticsCollections = defineRoute({
  id: "listAnalyticsCollections",
  method: "GET",
  path: "/v1/public/analytics/collections",
  service: "analytics",
  caller: "tenant",
  summary: "List what can be counted",
  description:
    "Collections with their metrics and dimensions: those of areas that the key may read. With `dimension`, also its values in the last 400 days with their names (of fewer days in a business with very many values).",
  query: z.strictObject({
    collection: value(50).default("").describe(`One of ${collectionNames}; left out: all.`),
    dimension: value(50).default("").describe("A dimension of `collection`, whose values are listed."),
    search: line(200).default("").describe("A part of a value or of its name."),
    limit: z.coerce.number().int().min(1).max(rowsMax).default(50).describe("How many values at most."),
  }),
  replies: {
    200: {
      description: "Collections, and the values of a dimension",
      body: z
        .strictObject({
          collections: z.array(collection),
          values: z
            .array(
              z
                .strictObject({
                  value: z.string(),
                  label: z.string().describe("Its name now; the value itself where it has no other name."),
                  count: z.number().describe("By the first metric that adds up."),
                })
                .meta({ id: "AnalyticsValue" }),
            )
            .describe("The most frequent first."),
          totalValues: count.describe("How many values there are in all."),
        })
        .meta({ id: "AnalyticsCollections" }),
    },
  },
  errors: ["too_many_combinations"],
  tools: ["analytics_list_collections"],
});

const row = z
  .strictObject({
    time: z
      .string()
      .describe(
        "When the interval begins, in the time zone of the business: `2026-11-21`, or `2026-11-21T14:00-06:00` by the hour; empty without intervals.",
      ),
    partial: z.boolean().describe("The interval is not over, or the range cuts it off."),
    maturing: z.boolean().describe("Numbers can still rise, although the interval is over."),
    dimensions: z.record(
      z.string(),
      z.strictObject({ value: z.string(), label: z.string() }).meta({ id: "AnalyticsLabel" }),
    ),
    metrics: numbers,
    previous: numbers.describe("The same of the range it is compared with; empty without `compare`."),
  })
  .meta({ id: "AnalyticsRow" });

const range = { from: z.iso.date(), to: z.iso.date() };

export const queryAnalytics = defineRoute({
  id: "queryAnalytics",
  method: "POST",
  path: "/v1/public/analytics/query",
  service: "analytics",
  caller: "tenant",
  access: { scope: "analytics:read" },
  isPreview: true,
  summary: "Count over time",
  description:
    "Sums counters by intervals and dimensions. Every unknown word is refused with the words that are known; a filter is never ignored. Rows that do not fit into an answer are summed up in `other`, so that rows and `other` add up to `totals`. Rates of totals are computed from their parts. The key also needs the scope to read the area that counts the collection.",
  body: z.strictObject({
    collection: word.describe(`One of ${collectionNames}.`),
    metrics: z.array(word).min(1).max(metricsMax).describe("Metrics of the collection, each once."),
    groupBy: z.array(word).max(groupsMax).default([]).describe("Dimensions; none: one row per interval."),
    interval: z
      .enum(["auto", "none", "hour", "day", "week", "month"])
      .default("auto")
      .describe("`auto`: hours below 2 days, days below a month, weeks below about 3 months, else months."),
    lastDays: z.int().min(1).max(daysMax).default(daysDefault).describe("Days until today; only without `dateFrom`."),
    dateFrom: day.default("").describe("First day, in the time zone of the business."),
    dateTo: day.default("").describe("Last day, included; left out: today."),
    filters: z
      .array(
        z
          .strictObject({
            field: word.describe("A dimension."),
            op: z.enum(["in", "not_in"]).default("in"),
            values: z.array(value(200)).min(1).max(filterValuesMax).describe("Values, not their names."),
          })
          .meta({ id: "AnalyticsFilter" }),
      )
      .max(filtersMax)
      .default([])
      .describe("All of them must hold."),
    compare: z
      .enum(["none", "previous_period", "previous_year"])
      .default("none")
      .describe(
        "`previous_period`: as many days before; with `dateFrom`, as many months before when the range is whole months, and the same days of the month before when it is the first days of a month. Each interval is compared with the one at the same distance from the beginning.",
      ),
    orderBy: value(50)
      .default("")
      .describe("A metric, the largest first, or `time`; left out: `time`, and without intervals the first metric."),
    limit: z.int().min(1).max(rowsMax).default(50).describe("How many rows at most."),
    cursor: value(1000).default("").describe("`next_cursor` of the page before."),
  }),
  replies: {
    200: {
      description: "Numbers",
      body: z
        .strictObject({
          rows: z.array(row),
          totals: numbers.describe("Of all rows, also those that are not in this answer."),
          previousTotals: numbers.describe("The same of the range it is compared with."),
          other: z
            .strictObject({ groups: count.describe("How many rows."), metrics: numbers })
            .describe("The rows that are not in this answer, added up."),
          count: count.describe("How many rows this answer has."),
          totalRows: count,
          has_more: z.boolean(),
          next_cursor: z.string().optional().describe("Absent on the last page."),
          interval: z.enum(["none", "hour", "day", "week", "month"]),
          range: z
            .strictObject({
              ...range,
              timeZone: z.string().describe("Whose days they are."),
              previous: z
                .strictObject(range)
                .optional()
                .describe("What it is compared with; absent without `compare`."),
            })
            .describe("Whole days, both ends included."),
          metrics: z.array(metric),
          notice: z
            .string()
            .describe(
              "What these numbers do not say by themselves. It begins with `no_results` when nothing was counted.",
            ),
        })
        .meta({ id: "AnalyticsAnswer" }),
    },
  },
  errors: ["too_many_combinations"],
  tools: ["analytics_query"],
});
