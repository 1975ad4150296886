import { Link } from "@tanstack/react-router";
import { type PointerEvent, type ReactNode, useId, useState } from "react";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import "./bar-chart.css";

export interface ChartPoint {
  /** When it begins: a day of the business, `2026-11-21`, or what the axis can name. */
  day: string;
  /** Undefined where there is no number. */
  value: number | undefined;
}

/** For a chart that is read exactly, with a table of the numbers beside it (`axis-lines.tsx`). */
export interface ChartAxis {
  /** The values of the lines, from the highest to 0. */
  ticks: readonly number[];
  formatValue: (value: number) => string;
  /** A time, as short as an axis needs it. */
  formatTime: (day: string) => string;
  describe: (index: number) => string;
  /** Drawn behind and on the bars: `plotHeight` high, `pointWidth` wide per point. */
  behind: ReactNode;
  front: ReactNode;
}

interface BarChartProps {
  title: string;
  /** The page with the records that are counted. */
  to?: string;
  /** Of all days. */
  total?: number;
  /** What else is to be said about these days, such as how the total has changed. */
  notes?: readonly (string | undefined)[];
  points: readonly ChartPoint[];
  axis?: ChartAxis;
}

/** A number, and a bar per day. The same numbers are a table for those who want to read them. */
export function BarChart({ title, to, total, notes = [], points, axis }: BarChartProps) {
  const format = useFormat();
  const id = useId();
  return (
    <figure className="chart">
      <figcaption>
        <strong id={`${id}title`}>{to ? <Link to={to}>{title}</Link> : title}</strong>
        <span id={`${id}summary`}>
          {total !== undefined && <span className="total">{format.number(total)}</span>}{" "}
          <span className="note">{notes.filter(Boolean).join(" · ")}</span>
        </span>
      </figcaption>
      <Plot title={title} points={points} titleId={`${id}title`} summaryId={`${id}summary`} axis={axis} />
      {!axis && <ValueTable title={title} points={points} />}
    </figure>
  );
}

export const plotHeight = 40;
export const pointWidth = 4;

interface PlotProps extends Pick<BarChartProps, "title" | "points" | "axis"> {
  titleId: string;
  /** Read out instead of the picture. */
  summaryId: string;
}

/** The bars with the first and the last day; the value of a day for the pointer, and for the arrow keys. */
function Plot({ title, points, titleId, summaryId, axis }: PlotProps) {
  const t = useMessages("components");
  const format = useFormat();
  const [active, setActive] = useState<number>();
  const { ticks, formatTime = format.day } = axis ?? {};
  const largest = ticks?.[0] ?? Math.max(1, ...points.map(({ value = 0 }) => value));
  const last = points.length - 1;
  const describe = (index: number) => {
    const { day, value = 0 } = points[index] ?? { day: "" };
    return axis ? axis.describe(index) : `${format.day(day)}: ${format.number(value)}`;
  };
  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setActive(Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * points.length))));
  };
  const plot = (
    <div className="plot" onPointerMove={follow} onPointerLeave={() => setActive(undefined)}>
      <svg
        viewBox={`0 0 ${Math.max(1, points.length) * pointWidth} ${plotHeight}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={titleId}
        aria-describedby={summaryId}
      >
        {axis?.behind}
        {points.map(({ day, value }, index) => {
          if (value === undefined) return null;
          const size = value === 0 ? 0.75 : Math.max(2, (value / largest) * plotHeight);
          const kind = index === active ? "active" : value === 0 ? "zero" : "";
          const x = index * pointWidth + 0.5;
          return <rect key={day} className={kind} x={x} y={plotHeight - size} width={3} height={size} />;
        })}
        {axis?.front}
      </svg>
      {/* Not seen; the keyboard and screen readers know how to use it. */}
      <input
        type="range"
        min={0}
        max={last}
        value={active ?? last}
        aria-label={`${title}: ${t.day}`}
        aria-valuetext={describe(active ?? last)}
        onChange={({ target }) => setActive(Number(target.value))}
        onFocus={() => setActive(active ?? last)}
        onBlur={() => setActive(undefined)}
      />
    </div>
  );
  const nameAt = (index: number) => formatTime(points[index]?.day ?? "");
  return (
    <>
      {axis ? (
        <div className="plot-frame">
          <div className="ticks" aria-hidden="true">
            {axis.ticks.map((tick) => (
              <span key={tick}>{axis.formatValue(tick)}</span>
            ))}
          </div>
          {plot}
        </div>
      ) : (
        plot
      )}
      <div className="axis">
        <span>{nameAt(0)}</span>
        {active === undefined ? (
          axis && last > 3 && <span>{nameAt(last >> 1)}</span>
        ) : (
          <strong aria-hidden="true">{describe(active)}</strong>
        )}
        {last > 0 && <span>{nameAt(last)}</span>}
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
            {points.map(({ day, value = 0 }) => (
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
