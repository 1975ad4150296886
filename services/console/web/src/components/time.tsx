import { useSyncExternalStore } from "react";
import { useFormat } from "../i18n/locale.js";
import { useMessages } from "../i18n/messages.js";

interface TimeProps {
  value: string | null | undefined;
  /** For deadlines. What has happened is never in the future, whatever the clocks say. */
  mayBeAhead?: boolean;
}

/**
 * How long ago, or in how long; the exact time on hover and focus. In a table, the focus of the keyboard on any control of the row shows it:
 * a stop of the tab key for every time of a long list would be in the way.
 */
export function Time({ value, mayBeAhead }: TimeProps) {
  const format = useFormat();
  const t = useMessages("components");
  const now = useNow();
  if (!value) return <span className="note">{t.never}</span>;
  return (
    <time className="time" dateTime={value}>
      <span className="relative">{format.relative(value, now, mayBeAhead)}</span>
      <span className="exact">{format.exact(value)}</span>
    </time>
  );
}

const stepMs = 30_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, stepMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time, renewed every half minute for the whole page, so that "3 minutes ago" stays true. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => {
    // The first listener after a pause.
    if (!timer) now = Date.now();
    return now;
  });
}
