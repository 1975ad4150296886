import { useContext } from "react";
import { PlaceContext, useFormat, useLanguage } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { type AnswerRow, findDoubleHours } from "./answer.rules.js";
import type { Names } from "./messages/en.js";
import type { Interval } from "./query.rules.js";

/** An id of a record that has no name, such as one that was deleted. */
const idOfRecord = /^[a-z]{2,4}_[0-9a-z]{20,}/;

/** The names of collections, numbers, dimensions and values in the language of the page; else those of the server. */
export function useNames() {
  const t = useMessages("analytics");
  const common = useMessages("components");
  const { sources } = useMessages("flows").visits;
  const nameValue = (dimension: string, { value, label }: { value: string; label: string }): string => {
    if (value === "") return t.noValue;
    const names = { source: sources as Names, identity: t.identities }[dimension];
    if (names) return names[value] ?? label;
    const text = label || value;
    return idOfRecord.test(text) ? common.nameUnknown : text;
  };
  return {
    nameCollection: (name: string) => t.collections[name]?.name ?? name,
    nameMetric: (collection: string, name: string) => t.collections[collection]?.metrics[name] ?? name,
    nameDimension: (name: string) => t.dimensions[name] ?? name,
    nameUnit: (unit: string) => t.units[unit] ?? unit,
    nameValue,
  };
}

/** A number in its unit. */
export function useNumberFormat() {
  const format = useFormat();
  return (unit: string, value: number, options: Intl.NumberFormatOptions = {}): string => {
    switch (unit) {
      case "percent":
        return format.number(value / 100, { style: "percent", maximumFractionDigits: 2, ...options });
      case "milliseconds":
        return format.number(value, { style: "unit", unit: "millisecond", ...options });
      default:
        return format.number(value, { maximumFractionDigits: 2, ...options });
    }
  };
}

/** Names of the times of rows, and short ones for an axis. */
export function useTimeNames(interval: Interval, rows: readonly Pick<AnswerRow, "time">[]) {
  const t = useMessages("analytics");
  const format = useFormat();
  const { language } = useLanguage();
  const { country } = useContext(PlaceContext);
  const locale = country ? `${language}-${country}` : language;
  const write = (time: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options }).format(new Date(time.slice(0, 10)));
  const doubleHours = findDoubleHours(rows);
  const clock = (time: string) => time.slice(11, doubleHours.has(time) ? undefined : 16);
  const toMonth = (time: string) => write(time, { month: "short", year: "numeric" });
  const toShortDay = (time: string) => write(time, { month: "short", day: "numeric" });
  const names: Record<Interval, [(time: string) => string, (time: string) => string]> = {
    none: [() => "", () => ""],
    hour: [
      (time) => `${format.day(time.slice(0, 10))}, ${clock(time)}`,
      (time) => `${toShortDay(time)}, ${clock(time)}`,
    ],
    day: [format.day, toShortDay],
    week: [(time) => t.weekOf(format.day(time)), toShortDay],
    month: [toMonth, toMonth],
  };
  const [formatTime, formatShortTime] = names[interval];
  return {
    formatTime: (time: string) => (time ? formatTime(time) : ""),
    formatShortTime: (time: string) => (time ? formatShortTime(time) : ""),
  };
}

/** Two days and what is between them; one day alone. */
export function useRangeName() {
  const t = useMessages("analytics");
  const format = useFormat();
  return ({ from, to }: { from: string; to: string }): string =>
    from === to ? format.day(from) : t.fromTo(format.day(from), format.day(to));
}
