/** The day in UTC: `2026-11-22`. */
export const toDayName = (at: Date): string => at.toISOString().slice(0, 10);
