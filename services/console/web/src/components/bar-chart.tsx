import { Link } from "@tanstack/react-router";
import { type PointerEvent, useId, useState } from "react";
import { useFormat } from "../i18n/locale.js";
import { useMessages } from "../i18n/messages.js";
import "./bar-chart.css";

export interface ChartPoint {
  /** A day of the business, `2026-11-21`. */
  day: string;
  value: number;
}

interface BarChartProps {
  title: string;
  /** The page with the records that are counted. */
  to?: string;
  /** Of all days. */
  total: number;
  /** What else is to be said about these days, such as how the total has changed. */
  notes?: readonly (string | undefined)[];
  points: readonly ChartPoint[];
}

/** A number, and a bar per day. The same numbers are a table for those who want to read them. */
export function BarChart({ title, to, total, notes = [], points }: BarChartProps) {
  const format = useFormat();
  const id = useId();
  return (
    <figure className="chart">
      <figcaption>
        <strong id={`${id}title`}>{to ? <Link to={to}>{title}</Link> : title}</strong>
        <span id={`${id}summary`}>
          <span className="total">{format.number(total)}</span>{" "}
          <span className="note">{notes.filter(Boolean).join(" · ")}</span>
        </span>
      </figcaption>
      <Plot title={title} points={points} titleId={`${id}title`} summaryId={`${id}summary`} />
      <ValueTable title={title} points={points} />
    </figure>
  );
}

const height = 40;

interface PlotProps extends Pick<BarChartProps, "title" | "points"> {
  titleId: string;
  /** Read out instead of the picture. */
  summaryId: string;
}

/** The bars with the first and the last day; the value of a day for the pointer, and for the arrow keys. */
function Plot({ title, points, titleId, summaryId }: PlotProps) {
  const t = useMessages("components");
  const format = useFormat();
  const [active, setActive] = useState<number>();
  const largest = Math.max(1, ...points.map(({ value }) => value));
  const last = points.length - 1;
  const describe = (point: ChartPoint | undefined) =>
    point && `${format.day(point.day)}: ${format.number(point.value)}`;
  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setActive(Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * points.length))));
  };
  return (
    <>
      <div className="plot" onPointerMove={follow} onPointerLeave={() => setActive(undefined)}>
        <svg
          viewBox={`0 0 ${Math.max(1, points.length) * 4} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-labelledby={titleId}
          aria-describedby={summaryId}
        >
          {points.map(({ day, value }, index) => {
            const size = value === 0 ? 0.75 : Math.max(2, (value / largest) * height);
            const kind = index === active ? "active" : value === 0 ? "zero" : "";
            return <rect key={day} className={kind} x={index * 4 + 0.5} y={height - size} width={3} height={size} />;
          })}
        </svg>
        {/* Not seen; the keyboard and screen readers know how to use it. */}
        <input
          type="range"
          min={0}
          max={last}
          value={active ?? last}
          aria-label={`${title}: ${t.day}`}
          aria-valuetext={describe(points[active ?? last])}
          onChange={({ target }) => setActive(Number(target.value))}
          onFocus={() => setActive(active ?? last)}
          onBlur={() => setActive(undefined)}
        />
      </div>
      <div className="axis">
        <span>{format.day(points[0]?.day ?? "")}</span>
        {active !== undefined && <strong aria-hidden="true">{describe(points[active])}</strong>}
        <span>{format.day(points[last]?.day ?? "")}</span>
      </div>
    </>
  );
}

function ValueTable({ title, points }: Pick<BarChartProps, "title" | "points">) {
  const t = useMessages("components");
  const format = useFormat();
  return (
    <details>
      <summary aria-label={t.dataTableOf(title)}>{t.dataTable}</summary>
      {/* Scrolls, so the keyboard must reach it. */}
      <div className="chart-table" role="region" aria-label={t.dataTableOf(title)} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.day}</th>
              <th scope="col" className="end">
                {t.count}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ day, value }) => (
              <tr key={day}>
                <td>{format.day(day)}</td>
                <td className="end">{format.number(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
