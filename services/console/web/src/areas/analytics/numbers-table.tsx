import { Badge } from "../../components/badge.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import type { Answered } from "./analytics.api.js";
import { type AnswerMetric, toGroupKey } from "./answer.rules.js";
import { useNames, useNumberFormat, useTimeNames } from "./words.js";

type Numbers = Readonly<Record<string, number>>;

interface NumbersTableProps {
  shown: Answered;
  /** When there are more rows than are shown and more may be asked for. */
  onShowMore?: (() => void) | undefined;
}

/** The rows, what the others add up to, and the totals. */
export function NumbersTable({ shown, onShowMore }: NumbersTableProps) {
  const t = useMessages("analytics");
  const format = useFormat();
  const { nameDimension, nameMetric } = useNames();
  const { asked, answer } = shown;
  const { metrics, totals, previousTotals, other, interval, range } = answer;
  const heads = [...(interval === "none" ? [] : [t.time]), ...asked.groupBy.map(nameDimension)];
  const columns = Math.max(1, heads.length) + metrics.length;
  return (
    <>
      {/* So few columns fit on a telephone; more of them become cards there, as in every list. */}
      <div
        className={`numbers-table ${columns > 4 ? "table-frame" : "narrow"}`}
        role="region"
        aria-label={t.table}
        tabIndex={0}
      >
        <table role="table">
          <caption className="hidden">{t.table}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {(heads.length > 0 ? heads : [t.range]).map((head) => (
                <th key={head} role="columnheader" scope="col">
                  {head}
                </th>
              ))}
              {metrics.map(({ name }) => (
                <th key={name} role="columnheader" scope="col" className="end">
                  {nameMetric(asked.collection, name)}
                </th>
              ))}
            </tr>
          </thead>
          {heads.length > 0 && <Rows shown={shown} heads={heads} />}
          <tbody role="rowgroup" className="sums">
            {other.groups > 0 && (
              <SumRow shown={shown} heads={heads} name={format.counted(other.groups, t.other)} values={other.metrics} />
            )}
            <SumRow
              shown={shown}
              heads={heads}
              name={t.total}
              values={totals}
              previous={range.previous && previousTotals}
            />
          </tbody>
        </table>
      </div>
      {other.groups > 0 && onShowMore && (
        <div className="table-foot">
          <button type="button" onClick={onShowMore}>
            {t.showMore}
          </button>
        </div>
      )}
    </>
  );
}

interface RowsProps {
  shown: Answered;
  /** Of the columns in front of the numbers. */
  heads: readonly string[];
}

function Rows({ shown: { asked, answer }, heads }: RowsProps) {
  const { nameValue } = useNames();
  const { rows, interval, range } = answer;
  const { formatTime } = useTimeNames(interval, rows);
  const hasTimes = interval !== "none";
  return (
    <tbody role="rowgroup">
      {rows.map((row) => {
        const texts = [
          ...(hasTimes ? [formatTime(row.time)] : []),
          ...asked.groupBy.map((field) => nameValue(field, row.dimensions[field] ?? { value: "", label: "" })),
        ];
        return (
          <tr key={row.time + toGroupKey(row)} role="row">
            {texts.map((text, index) => (
              <td key={heads[index]} role="cell" data-label={heads[index]}>
                <span>{text}</span>
                {index === 0 && <Marks partial={row.partial && hasTimes} maturing={row.maturing} />}
              </td>
            ))}
            <NumberCells
              collection={asked.collection}
              metrics={answer.metrics}
              values={row.metrics}
              previous={range.previous && row.previous}
            />
          </tr>
        );
      })}
    </tbody>
  );
}

interface SumRowProps extends RowsProps {
  name: string;
  values: Numbers;
  previous?: Numbers | undefined;
}

function SumRow({ shown: { asked, answer }, heads, name, values, previous }: SumRowProps) {
  return (
    <tr role="row">
      <th role="rowheader" scope="row" colSpan={Math.max(1, heads.length)}>
        {name}
      </th>
      <NumberCells collection={asked.collection} metrics={answer.metrics} values={values} previous={previous} />
    </tr>
  );
}

interface NumberCellsProps {
  collection: string;
  metrics: readonly AnswerMetric[];
  values: Numbers;
  previous: Numbers | undefined;
}

function NumberCells({ collection, metrics, values, previous }: NumberCellsProps) {
  const { nameMetric } = useNames();
  return metrics.map((metric) => (
    <td key={metric.name} role="cell" data-label={nameMetric(collection, metric.name)} className="end">
      <NumberCell metric={metric} value={values[metric.name]} previous={previous?.[metric.name]} />
    </td>
  ));
}

function Marks({ partial, maturing }: { partial: boolean; maturing: boolean }) {
  const t = useMessages("analytics");
  if (!partial && !maturing) return null;
  return (
    <span className="badges">
      {partial && <Badge kind="neutral">{t.partial}</Badge>}
      {maturing && <Badge kind="info">{t.maturing}</Badge>}
    </span>
  );
}

interface NumberCellProps {
  metric: AnswerMetric;
  value: number | undefined;
  previous: number | undefined;
}

function NumberCell({ metric: { unit }, value, previous }: NumberCellProps) {
  const t = useMessages("analytics");
  const formatNumber = useNumberFormat();
  return (
    <>
      <span>{value === undefined ? "–" : formatNumber(unit, value)}</span>
      {previous !== undefined && <p className="note">{t.before(formatNumber(unit, previous))}</p>}
    </>
  );
}
