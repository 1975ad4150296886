const stepsMax = 4;

/** The values of the lines of an axis, evenly spaced, from the first that no value exceeds down to 0. */
export function toTicks(largest: number): number[] {
  if (largest <= 0) return [1, 0];
  const raw = largest / stepsMax;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= raw - power * 1e-9) ?? raw;
  // What is counted has no halves.
  const whole = Number.isInteger(largest) ? Math.max(1, step) : step;
  const count = Math.ceil(largest / whole - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number(((count - index) * whole).toPrecision(12)));
}
