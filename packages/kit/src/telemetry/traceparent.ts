import { randomFillSync } from "node:crypto";

/** For 256 spans. One call of the operating system for each id takes longer than everything else that a span needs. */
const pool = Buffer.allocUnsafe(8 * 256);
let used = pool.length;

/** @param bytes at most 16 */
function createRandomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString("hex", used - bytes, used);
}

/**
 * The same trace with a new span id, or a new trace when `traceparent` is missing or malformed.
 * @see https://www.w3.org/TR/trace-context/
 */
export function continueTrace(traceparent: string | undefined): string {
  const given = parseTraceparent(traceparent);
  const span = createRandomHex(8);
  return given
    ? `00-${given.traceId}-${span}-${given.isSampled ? "01" : "00"}`
    : `00-${createRandomHex(16)}-${span}-01`;
}

/** Undefined for a malformed traceparent. Of the flags only "sampled" is read. */
export function parseTraceparent(traceparent: string | undefined) {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? "") ?? [];
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function getTraceId(traceparent: string | undefined): string | undefined {
  return traceparent?.split("-")[1];
}
