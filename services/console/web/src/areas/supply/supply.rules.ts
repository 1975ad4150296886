export const criticalities = ["low", "medium", "high"] as const;
export type Criticality = (typeof criticalities)[number];

export const movementReasons = ["initial", "withdrawal", "receiving", "transfer", "count"] as const;

/** Coordinates of a form: both are given, or none. Zero with zero means none for the server too. */
export function toGeo(latitude: number | undefined, longitude: number | undefined) {
  return { latitude: latitude ?? 0, longitude: longitude ?? 0 };
}

/** `+5`, `−3`: a change of a quantity. */
export function formatDelta(delta: number, format: (value: number) => string): string {
  if (delta === 0) return "0";
  return delta > 0 ? `+${format(delta)}` : `−${format(-delta)}`;
}
