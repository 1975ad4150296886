import type { Language } from "./language.js";
import { toRelativeTime } from "./relative-time.rules.js";

/** Where and in which currency the business works; a page without a business uses the time zone of the browser. */
export interface Place {
  timeZone?: string | undefined;
  currency?: string | undefined;
  country?: string | undefined;
}

/** `#` stands for the number. */
export interface CountedWords {
  one: string;
  other: string;
}

export interface Format {
  /** `12,345.6` */
  number: (value: number, options?: Intl.NumberFormatOptions) => string;
  /** Of an exam: cut and not rounded, because one just below the needed score would be shown as passed. */
  score: (value: number) => string;
  /** `0.25` is `25 %`. */
  percent: (value: number) => string;
  money: (value: number) => string;
  /** Day and time to the second, with the time zone. */
  exact: (value: string) => string;
  dateTime: (value: string) => string;
  date: (value: string) => string;
  /** A day of the calendar, `2026-11-21`, whatever the time zone. */
  day: (day: string) => string;
  /** `3 minutes ago`, `now`. Only what `mayBeAhead` is `in 2 days`. */
  relative: (value: string, now: number, mayBeAhead?: boolean) => string;
  list: (values: readonly string[]) => string;
  /** The name of a country by its code. */
  country: (code: string) => string;
  /** The words for a number: `{ one: "# day", other: "# days" }`. */
  counted: (count: number, words: CountedWords) => string;
}

export function createFormat(language: Language, { timeZone, currency = "USD", country }: Place): Format {
  // The country decides on details such as the separators of numbers.
  const locale = country ? `${language}-${country}` : language;
  const zone = timeZone ? { timeZone } : {};
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", ...zone });
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "long", ...zone });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium", ...zone });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  // Numbers and no words such as "yesterday", which would be wrong for some hours; only "now" is a word.
  const relative = new Intl.RelativeTimeFormat(locale);
  const justNow = new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(0, "second");
  const plurals = new Intl.PluralRules(locale);
  return {
    number: (value, options) => new Intl.NumberFormat(locale, options).format(value),
    score: (value) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2, roundingMode: "trunc" }).format(value),
    percent: (value) => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 }).format(value),
    money: (value) => new Intl.NumberFormat(locale, { style: "currency", currency }).format(value),
    exact: (value) => exact.format(new Date(value)),
    dateTime: (value) => dateTime.format(new Date(value)),
    date: (value) => date.format(new Date(value)),
    day: (value) => day.format(new Date(value)),
    relative: (value, now, mayBeAhead = false) => {
      const { count, unit } = toRelativeTime(Date.parse(value), now, mayBeAhead);
      return count === 0 ? justNow : relative.format(count, unit);
    },
    country: (code) => new Intl.DisplayNames(locale, { type: "region", fallback: "code" }).of(code) ?? code,
    list: (values) => new Intl.ListFormat(locale).format(values),
    counted: (count, { one, other }) =>
      (plurals.select(count) === "one" ? one : other).replace("#", new Intl.NumberFormat(locale).format(count)),
  };
}
