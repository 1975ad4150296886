import { PreviousLine } from "./axis-lines.js";
import { toTicks } from "./ticks.rules.js";
import "./bar-chart.css";

export interface RankedBar {
  key: string;
  name: string;
  value: number | undefined;
  /** What it is compared with: a line across the bar. */
  previous?: number | undefined;
}

interface RankedBarsProps {
  title: string;
  /** What is counted, and whose days. */
  note: string;
  bars: readonly RankedBar[];
  formatValue: (value: number) => string;
  /** In place of a number that does not exist. */
  none: string;
}

/** A bar per value of a dimension, with its name and number. */
export function RankedBars({ title, note, bars, formatValue, none }: RankedBarsProps) {
  const ticks = toTicks(Math.max(0, ...bars.flatMap(({ value = 0, previous = 0 }) => [value, previous])));
  const largest = ticks[0] ?? 1;
  const toX = (value: number) => (value / largest) * 100;
  return (
    <figure className="chart">
      <figcaption>
        <strong>{title}</strong>
        <span className="note">{note}</span>
      </figcaption>
      <ul className="ranked">
        {bars.map(({ key, name, value, previous }) => (
          <li key={key}>
            <span>{name}</span>
            <span className="end">{value === undefined ? none : formatValue(value)}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              {value !== undefined && <rect width={Math.max(0.5, toX(value))} height={10} />}
              {previous !== undefined && previous > 0 && (
                <PreviousLine x1={toX(previous)} x2={toX(previous)} y1={0} y2={10} />
              )}
            </svg>
          </li>
        ))}
      </ul>
      <div className="axis" aria-hidden="true">
        <span>{formatValue(0)}</span>
        <span>{formatValue(largest)}</span>
      </div>
    </figure>
  );
}
