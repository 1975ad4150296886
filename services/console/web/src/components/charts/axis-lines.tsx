import type { SVGProps } from "react";
import { plotHeight, pointWidth } from "./bar-chart.js";
import "./axis.css";

/** Where a value is, from the top of the plot. */
const toY = (value: number, [largest = 1]: readonly number[]): number => plotHeight - (value / largest) * plotHeight;

interface AxisLinesProps {
  /** From the highest to 0. */
  ticks: readonly number[];
  /** Of the chart. */
  points: number;
}

/** The lines of an axis. */
export function AxisLines({ ticks, points }: AxisLinesProps) {
  return ticks
    .slice(0, -1)
    .map((tick) => <line key={tick} x1={0} x2={points * pointWidth} y1={toY(tick, ticks)} y2={toY(tick, ticks)} />);
}

interface PreviousLinesProps extends Pick<AxisLinesProps, "ticks"> {
  /** Per point, what its bar is compared with. */
  previous: readonly (number | undefined)[];
}

/** A line across each bar. */
export function PreviousLines({ ticks, previous }: PreviousLinesProps) {
  return previous.map((value, index) => {
    if (!value) return null;
    const [x, y] = [index * pointWidth, toY(value, ticks)];
    return <PreviousLine key={index} x1={x + 0.25} x2={x + pointWidth - 0.25} y1={y} y2={y} />;
  });
}

/** Where the number was that a bar is compared with. */
export function PreviousLine(place: SVGProps<SVGLineElement>) {
  return (
    <>
      <line className="previous edge" {...place} />
      <line className="previous" {...place} />
    </>
  );
}
