import { createOwnOffboarding } from "../../api/limits/console.js";
import type { RecordCount } from "./offboarding.api.js";

/** In the order of the menu. */
const areas = ["supply", "roulettes", "learning", "flows", "webhooks", "analytics", "approvals", "console", "gateway"];

export interface AreaCount {
  service: string;
  records: number;
}

/** How many records each area has; areas without any are absent. */
export function sumByArea(counts: readonly Pick<RecordCount, "service" | "records">[]): AreaCount[] {
  const services = [...new Set([...areas, ...counts.map(({ service }) => service)])];
  return services
    .map((service) => ({ service, records: sumRecords(counts.filter((count) => count.service === service)) }))
    .filter(({ records }) => records > 0);
}

export function sumRecords(counts: readonly Pick<RecordCount, "records">[]): number {
  return counts.reduce((sum, { records }) => sum + records, 0);
}

/** The fewest whole days that a person can choose, because the minimum of an installation may be a part of a day. */
export const daysMin = (graceDaysMin: number): number => Math.max(1, Math.ceil(graceDaysMin));
export const daysMax = createOwnOffboarding.graceDays.max;

const dayMs = 24 * 60 * 60 * 1000;

/** Whether the server accepts this number of days; without one it uses the minimum. */
export const isDays = (days: number | undefined, graceDaysMin: number): boolean =>
  days === undefined || (Number.isInteger(days) && days >= daysMin(graceDaysMin) && days <= daysMax);

/** When the deletion begins. Without a number of days, or with one that the server would refuse, the nearest accepted number is used. */
export function planDeletion(now: number, days: number | undefined, graceDaysMin: number): string {
  return new Date(now + Math.max(Math.min(days ?? 0, daysMax), graceDaysMin) * dayMs).toISOString();
}
