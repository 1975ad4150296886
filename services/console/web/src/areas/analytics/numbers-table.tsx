import type { ReactNode } from "react";
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
export function NumbersTable({ shown: { asked, answer }, onShowMore }: NumbersTableProps) {
  const t = useMessages("analytics");
  const format = useFormat();
  const { nameDimension, nameValue, nameMetric } = useNames();
  const { rows, metrics, totals, previousTotals, other, interval, range } = answer;
  const { formatTime } = useTimeNames(interval, rows);
  const hasTimes = interval !== "none";
  const heads = [...(hasTimes ? [t.time] : []), ...asked.groupBy.map(nameDimension)];
  const shownHeads = heads.length > 0 ? heads : [""];
  const columns = shownHeads.length + metrics.length;
  const restHeads = shownHeads.slice(1);
  const numbers = (values: Numbers, previous: Numbers | undefined) =>
    metrics.map((metric) => (
      <td key={metric.name} role="cell" data-label={nameMetric(asked.collection, metric.name)} className="end">
        <NumberCell metric={metric} value={values[metric.name]} previous={previous?.[metric.name]} />
      </td>
    ));
  const sumRow = (name: string, values: Numbers, previous: Numbers | undefined) => (
    <tr role="row">
      <th role="rowheader" scope="row">
        {name}
      </th>
      {restHeads.map((head) => (
        <td key={head} role="cell" className="nothing" aria-label={head} />
      ))}
      {numbers(values, previous)}
    </tr>
  );
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
          <HeadRow heads={shownHeads} metrics={metrics.map(({ name }) => nameMetric(asked.collection, name))} />
          <tbody role="rowgroup">
            {heads.length > 0 &&
              rows.map((row) => {
                const texts: ReactNode[] = [
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
                    {numbers(row.metrics, range.previous && row.previous)}
                  </tr>
                );
              })}
          </tbody>
          <tbody role="rowgroup" className="sums">
            {other.groups > 0 && sumRow(format.counted(other.groups, t.other), other.metrics, undefined)}
            {sumRow(t.total, totals, range.previous && previousTotals)}
          </tbody>
        </table>
      </div>
      {other.groups > 0 && onShowMore && <ShowMore onClick={onShowMore} />}
    </>
  );
}

function HeadRow({ heads, metrics }: { heads: readonly string[]; metrics: readonly string[] }) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {heads.map((head) => (
          <th key={head} role="columnheader" scope="col">
            {head}
          </th>
        ))}
        {metrics.map((name) => (
          <th key={name} role="columnheader" scope="col" className="end">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function ShowMore({ onClick }: { onClick: () => void }) {
  return (
    <div className="table-foot">
      <button type="button" onClick={onClick}>
        {useMessages("analytics").showMore}
      </button>
    </div>
  );
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
      {previous !== undefined && <span className="note contact">{t.before(formatNumber(unit, previous))}</span>}
    </>
  );
}
