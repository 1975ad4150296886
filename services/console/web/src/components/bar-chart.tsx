import { useId } from "react";
import { useFormat } from "../i18n/locale.js";
import { useMessages } from "../i18n/messages.js";

export interface ChartPoint {
  /** A day of the business, `2026-11-21`. */
  day: string;
  value: number;
}

interface BarChartProps {
  title: string;
  /** The content of the chart in a sentence; shown under the title and read out instead of the picture. */
  summary: string;
  points: readonly ChartPoint[];
}

const height = 40;

/** Small bars, one per day. The same numbers are a table for those who want to read them. */
export function BarChart({ title, summary, points }: BarChartProps) {
  const t = useMessages("components");
  const format = useFormat();
  const id = useId();
  const largest = Math.max(1, ...points.map(({ value }) => value));
  return (
    <figure className="chart">
      <figcaption>
        <strong id={`${id}title`}>{title}</strong>
        <span id={`${id}summary`}>{summary}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${Math.max(1, points.length) * 4} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={`${id}title`}
        aria-describedby={`${id}summary`}
      >
        {points.map(({ day, value }, index) => {
          const size = value === 0 ? 0.75 : Math.max(2, (value / largest) * height);
          return (
            <rect
              key={day}
              className={value === 0 ? "zero" : ""}
              x={index * 4 + 0.5}
              y={height - size}
              width={3}
              height={size}
            >
              <title>{`${format.day(day)}: ${format.number(value)}`}</title>
            </rect>
          );
        })}
      </svg>
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
    </figure>
  );
}
