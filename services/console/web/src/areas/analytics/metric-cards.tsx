import { SparkLine } from "../../components/charts/spark-line.js";
import { useMessages } from "../../i18n/messages.js";
import type { Answered } from "./analytics.api.js";
import { type AnswerMetric, toChange } from "./answer.rules.js";
import { useNames, useNumberFormat } from "./words.js";

/** A number with its change and a small line per metric. */
export function MetricCards({ series: { asked, answer } }: { series: Answered }) {
  return (
    <div className="cards">
      {answer.metrics.map((metric) => (
        <MetricCard key={metric.name} collection={asked.collection} metric={metric} answer={answer} />
      ))}
    </div>
  );
}

interface MetricCardProps {
  collection: string;
  metric: AnswerMetric;
  answer: Answered["answer"];
}

function MetricCard({ collection, metric, answer: { rows, totals, previousTotals, range } }: MetricCardProps) {
  const t = useMessages("analytics");
  const { nameMetric } = useNames();
  const formatNumber = useNumberFormat();
  const { name, unit } = metric;
  const value = totals[name];
  const previous = previousTotals[name];
  return (
    <section className="card metric">
      <h2>{nameMetric(collection, name)}</h2>
      <p className="total">
        {metric.daily ? (
          <span className="note">{t.perDay}</span>
        ) : value === undefined ? (
          "–"
        ) : (
          formatNumber(unit, value)
        )}
      </p>
      {range.previous && previous !== undefined && <ChangeLine metric={metric} value={value} previous={previous} />}
      <SparkLine values={rows.map(({ metrics }) => metrics[name])} />
    </section>
  );
}

interface ChangeLineProps {
  metric: AnswerMetric;
  value: number | undefined;
  previous: number;
}

/** The colour repeats what the word says. */
function ChangeLine({ metric, value, previous }: ChangeLineProps) {
  const t = useMessages("analytics");
  const formatNumber = useNumberFormat();
  const change = toChange(metric, value, previous);
  const before = formatNumber(metric.unit, previous);
  if (!change) return <p className="note">{t.before(before)}</p>;
  const signed = { signDisplay: "exceptZero", maximumFractionDigits: 1 } as const;
  const amount = change.isPoints
    ? t.points(formatNumber("points", change.amount, signed))
    : formatNumber("percent", change.amount * 100, signed);
  const kind = change.isBetter === undefined ? "" : change.isBetter ? "good" : "bad";
  return (
    <p className={`change ${kind}`}>
      {t.change(amount, before)}{" "}
      {change.isBetter !== undefined && <span>({change.isBetter ? t.better : t.worse})</span>}
    </p>
  );
}
