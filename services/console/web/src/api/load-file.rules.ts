/** Within this time the application reloads itself only once: a second failure is not mended by another reload. */
const reloadPauseMs = 60_000;

/** Whether the application may reload itself because one of its files could not be loaded. @param lastMs when it did so last; NaN for never */
export const mayReload = (lastMs: number, nowMs: number): boolean => !(nowMs - lastMs < reloadPauseMs);
