import { rowsMax } from "@tenant-ops/rest/analytics-limits";
import { useAnswer } from "./analytics.api.js";
import { isNothing } from "./answer.rules.js";
import { type NumbersRequest, toGroupRequest, toSeriesRequest } from "./query.rules.js";

const rowsFirst = 50;
/** More charts beside each other are not compared any more. */
const groupChartsMax = 6;

/** The answers that a page of numbers shows. */
export function useNumbers(request: NumbersRequest, daily: readonly string[], showsMore: boolean) {
  const isGrouped = request.groupBy.length > 0;
  const series = useAnswer(toSeriesRequest(request));
  const groups = useAnswer(isGrouped ? request : undefined, { limit: showsMore ? rowsMax : rowsFirst });
  // For charts of groups over time: which have the most, and then these only.
  const ranked = request.metrics.find((name) => !daily.includes(name));
  const isOverTime = isGrouped && request.interval !== "none" && ranked !== undefined;
  const top = useAnswer(isOverTime ? { ...request, metrics: [ranked], interval: "none", compare: "none" } : undefined, {
    limit: groupChartsMax,
  });
  const topRows = isOverTime && top.data && !top.isPlaceholderData ? top.data.answer.rows : [];
  const groupSeries = useAnswer(
    isOverTime
      ? toGroupRequest(
          request,
          ranked,
          topRows.map(({ dimensions }) => dimensions),
        )
      : undefined,
  );
  return {
    /** Without groups, by time. */
    series,
    /** The rows of the table. */
    table: isGrouped ? groups : series,
    isGrouped,
    top: { rows: topRows, series: groupSeries },
    isNothing: series.data !== undefined && isNothing(series.data.answer),
    /** Whether what is shown still belongs to the question before. */
    isStale: series.isPlaceholderData || (isGrouped && groups.isPlaceholderData),
  };
}

export type ShownNumbers = ReturnType<typeof useNumbers>;
