import { useFormat } from "../i18n/locale.js";
import { useMessages } from "../i18n/messages.js";
import { useNow } from "./use-now.js";

/**
 * How long ago, or in how long; the exact time on hover and focus. In a table, the focus of the keyboard on any control of the row shows it:
 * a stop of the tab key for every time of a long list would be in the way.
 */
export function Time({ value }: { value: string | null | undefined }) {
  const format = useFormat();
  const t = useMessages("components");
  const now = useNow();
  if (!value) return <span className="note">{t.never}</span>;
  return (
    <time className="time" dateTime={value}>
      <span className="relative">{format.relative(value, now)}</span>
      <span className="exact">{format.exact(value)}</span>
    </time>
  );
}
