const dayMs = 86_400_000;

/** The day of the calendar in a time zone, `2026-11-21`. */
export const toLocalDay = (now: Date, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: timeZone || "UTC" }).format(now);

/** So many days later, or earlier. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
