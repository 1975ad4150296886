const hourMs = 3_600_000;
const warnedHours = 48;

/** Until when a prize counts as about to expire: 48 hours from now, at the full hour, so that a second look asks the same. */
export function toExpiryLimit(now: Date): string {
  return new Date(Math.ceil(now.getTime() / hourMs + warnedHours) * hourMs).toISOString();
}

/** The points of a chart: one counter of each day. */
export function toPoints<Name extends string>(
  days: readonly { day: string; counts: Readonly<Record<Name, number>> }[],
  name: Name,
): { day: string; value: number }[] {
  return days.map(({ day, counts }) => ({ day, value: counts[name] }));
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
