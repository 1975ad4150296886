import { AxisLines, PreviousLines } from "../../components/charts/axis-lines.js";
import { BarChart, type ChartPoint } from "../../components/charts/bar-chart.js";
import { RankedBars } from "../../components/charts/ranked-bars.js";
import { toTicks } from "../../components/charts/ticks.rules.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import type { Answered } from "./analytics.api.js";
import { type AnswerMetric, type AnswerRow, toGroupKey } from "./answer.rules.js";
import { useNames, useNumberFormat, useTimeNames } from "./words.js";

const barsMax = 10;

/** A chart per number: bars over time. */
export function TimeCharts({ series: { asked, answer } }: { series: Answered }) {
  const { nameMetric } = useNames();
  return answer.metrics.map((metric) => (
    <TimeChart
      key={metric.name}
      title={nameMetric(asked.collection, metric.name)}
      metric={metric}
      answer={answer}
      rows={answer.rows}
    />
  ));
}

/** A chart for each of the groups that have the most; all have the same axis. */
export function GroupCharts({ series: { asked, answer }, groups }: { series: Answered; groups: readonly AnswerRow[] }) {
  const { nameValue } = useNames();
  const times = [...new Set(answer.rows.map(({ time }) => time))].toSorted();
  const [metric] = answer.metrics;
  if (!metric) return null;
  const largest = Math.max(0, ...answer.rows.map(({ metrics }) => metrics[metric.name] ?? 0));
  return groups.map((group) => {
    const key = toGroupKey(group);
    const found = new Map(answer.rows.filter((row) => toGroupKey(row) === key).map((row) => [row.time, row]));
    const nothing = metric.additive ? { [metric.name]: 0 } : {};
    const rows = times.map((time) => found.get(time) ?? { time, metrics: nothing, previous: {} });
    const names = asked.groupBy.map((field) => nameValue(field, group.dimensions[field] ?? { value: "", label: "" }));
    return (
      <TimeChart key={key} title={names.join(" · ")} metric={metric} answer={answer} rows={rows} largest={largest} />
    );
  });
}

interface TimeChartProps {
  title: string;
  metric: AnswerMetric;
  answer: Answered["answer"];
  rows: readonly Pick<AnswerRow, "time" | "metrics" | "previous">[];
  /** Of all charts beside this one. */
  largest?: number;
}

function TimeChart({ title, metric: { name, unit }, answer: { interval, range }, rows, largest = 0 }: TimeChartProps) {
  const t = useMessages("analytics");
  const formatNumber = useNumberFormat();
  const { formatTime, formatShortTime } = useTimeNames(interval, rows);
  const note = useChartNote(unit, range.timeZone);
  const points = rows.map(({ time, metrics }): ChartPoint => ({ day: time, value: metrics[name] }));
  const previous = rows.map((row) => row.previous[name]);
  const hasPrevious = previous.some((value) => value !== undefined);
  const values = [...points.map(({ value }) => value), ...previous];
  const ticks = toTicks(Math.max(largest, ...values.map((value = 0) => value)));
  const write = (value: number | undefined) => (value === undefined ? "–" : formatNumber(unit, value));
  const describe = (index: number) =>
    `${formatTime(points[index]?.day ?? "")}: ${write(points[index]?.value)}` +
    (hasPrevious ? ` (${t.before(write(previous[index]))})` : "");
  return (
    <BarChart
      title={title}
      notes={[note, hasPrevious ? t.previousLine : undefined]}
      points={points}
      axis={{
        ticks,
        formatValue: write,
        formatTime: formatShortTime,
        describe,
        behind: <AxisLines ticks={ticks} points={points.length} />,
        front: <PreviousLines ticks={ticks} previous={previous} />,
      }}
    />
  );
}

/** A chart per number: bars of groups, the largest first. */
export function RankedCharts({ shown: { asked, answer } }: { shown: Answered }) {
  const t = useMessages("analytics");
  const { nameMetric, nameValue } = useNames();
  return answer.metrics.map((metric) => {
    const bars = answer.rows.slice(0, barsMax).map((row) => ({
      key: toGroupKey(row),
      name: asked.groupBy
        .map((field) => nameValue(field, row.dimensions[field] ?? { value: "", label: "" }))
        .join(" · "),
      value: row.metrics[metric.name],
      previous: row.previous[metric.name],
    }));
    return (
      <RankedChart
        key={metric.name}
        title={nameMetric(asked.collection, metric.name)}
        metric={metric}
        bars={bars}
        answer={answer}
        hasPrevious={bars.some(({ previous }) => previous !== undefined) ? t.previousLine : undefined}
      />
    );
  });
}

interface RankedChartProps {
  title: string;
  metric: AnswerMetric;
  bars: Parameters<typeof RankedBars>[0]["bars"];
  answer: Answered["answer"];
  hasPrevious: string | undefined;
}

function RankedChart({ title, metric: { unit }, bars, answer: { range, totalRows }, hasPrevious }: RankedChartProps) {
  const t = useMessages("analytics");
  const format = useFormat();
  const formatNumber = useNumberFormat();
  const note = useChartNote(unit, range.timeZone);
  const first =
    totalRows > bars.length ? t.showsFirst(format.number(bars.length), format.number(totalRows)) : undefined;
  return (
    <RankedBars
      title={title}
      note={[note, first, hasPrevious].filter(Boolean).join(" · ")}
      bars={bars}
      formatValue={(value) => formatNumber(unit, value)}
      none="–"
    />
  );
}

function useChartNote(unit: string, timeZone: string): string {
  const t = useMessages("analytics");
  const { nameUnit } = useNames();
  return t.chartNote(nameUnit(unit), timeZone.replace(/.*\//, "").replaceAll("_", " "));
}
