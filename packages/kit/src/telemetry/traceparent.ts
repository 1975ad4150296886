import { createRandomHex } from "./random-hex.js";

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
