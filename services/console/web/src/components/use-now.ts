import { useSyncExternalStore } from "react";

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
