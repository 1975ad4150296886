/** A field of the wheel, in degrees clockwise from the top. */
export interface WheelSlice {
  /** Index of the gift. */
  index: number;
  start: number;
  sweep: number;
  /** Number of its colour; neighbours have different ones. */
  color: number;
}

const colors = 6;

/**
 * The fields of a wheel, as wide as the chances are. Gifts without a chance have no field.
 * @param chances in percent, by the index of the gift; they may miss 100 by the rounding
 */
export function layOutWheel(chances: readonly number[]): WheelSlice[] {
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  const shown = [...chances.entries()].filter(([, chance]) => chance > 0);
  let start = 0;
  return shown.map(([index, chance], position) => {
    const sweep = (chance / total) * 360;
    // The last field is next to the first one.
    const isLikeFirst = position > 0 && position === shown.length - 1 && position % colors === 0;
    const slice = { index, start, sweep, color: isLikeFirst ? colors / 2 : position % colors };
    start += sweep;
    return slice;
  });
}

/** The angle in degrees by which the wheel is turned when its pointer is in the middle of a gift's field. */
export function calculateStop(slices: readonly WheelSlice[], giftIndex: number): number {
  const slice = slices.find(({ index }) => index === giftIndex);
  return slice ? 360 - (slice.start + slice.sweep / 2) : 0;
}

/** A point of a circle around the middle of the wheel. */
export function toPoint(degrees: number, radius: number, center: number): { x: number; y: number } {
  const radians = (degrees * Math.PI) / 180;
  const round = (value: number) => Math.round(value * 100) / 100;
  return { x: round(center + radius * Math.sin(radians)), y: round(center - radius * Math.cos(radians)) };
}
