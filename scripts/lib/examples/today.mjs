import { setTimeout as sleep } from "node:timers/promises";

/** Longer than the examples take to record. */
const recordingMs = 120_000;

const readDay = (at) => new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Mexico_City" }).format(at);

// All examples are of one day: when this one is nearly over, they are recorded on the next.
while (readDay(Date.now()) !== readDay(Date.now() + recordingMs)) await sleep(1000);

/** The day of the businesses of the examples. */
export const today = readDay(Date.now());
