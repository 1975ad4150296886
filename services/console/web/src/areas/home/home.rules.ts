import { addDays, toLocalDay } from "../../i18n/local-day.rules.js";

const hourMs = 3_600_000;
const warnedHours = 48;

/** Until when a prize counts as about to expire: 48 hours from now, at the full hour, so that a second look asks the same. */
export function toExpiryLimit(now: Date): string {
  return new Date(Math.ceil(now.getTime() / hourMs + warnedHours) * hourMs).toISOString();
}

/** How many days a chart shows; it is compared with as many before. */
export const shownDays = 30;

/** The first day of both periods, `2026-11-21`, in the time zone of the business. */
export function toFirstDay(now: Date, timeZone: string): string {
  return addDays(toLocalDay(now, timeZone), 1 - 2 * shownDays);
}

type Day<Name extends string> = { day: string; counts: Readonly<Record<Name, number>> };

/** What a chart shows of one counter: a point per day, also for days on which nothing happened, their sum, and the sum of as many days before. */
export function toPeriod<Name extends string>(days: readonly Day<Name>[], name: Name) {
  const sum = (part: readonly Day<Name>[]) => part.reduce((total, { counts }) => total + counts[name], 0);
  const shown = days.slice(-shownDays);
  return {
    points: shown.map(({ day, counts }) => ({ day, value: counts[name] })),
    total: sum(shown),
    before: sum(days.slice(0, -shownDays)),
  };
}

/** A prize that can be won no more until units are added. */
export interface SoldOut {
  /** Where units are added, within the area of roulettes. */
  path: string;
  name: string;
  /** The roulette of a gift; absent for an item. */
  of?: string;
}

export function toSoldOut(
  roulettes: readonly { _id: string; name: string; soldOutGifts: readonly { index: number; value: string }[] }[],
  items: readonly { name: string }[],
): SoldOut[] {
  return [
    ...roulettes.flatMap(({ _id, name, soldOutGifts }) =>
      soldOutGifts.map(({ index, value }) => ({ path: `${_id}?units=${index}`, name: value, of: name })),
    ),
    ...items.map(({ name }) => ({ path: `items?search=${encodeURIComponent(name)}`, name })),
  ];
}

/** The list with this prize alone, or with those of its user. @param prize.code absent in old prizes */
export const toPrizePath = ({ code, userId }: { code?: string | undefined; userId: string }): string =>
  `prizes?${code ? `search=${code}` : `userId=${encodeURIComponent(userId)}`}`;
