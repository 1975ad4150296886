export const movementReasons = ["initial", "withdrawal", "receiving", "transfer", "count"] as const;

/** `+5`, `−3`: a change of a quantity. */
export function formatDelta(delta: number, format: (value: number) => string): string {
  if (delta === 0) return "0";
  return delta > 0 ? `+${format(delta)}` : `−${format(-delta)}`;
}
