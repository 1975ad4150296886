import { describe, expect, test } from "vitest";
import { continueTrace, parseTraceparent } from "./traceparent.js";
import { getCurrentTraceparent, isTracing, startSpan, withinSpan } from "./tracing.js";

const [traceId, spanId] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];

describe("a traceparent", () => {
  test.each([
    ["01", true],
    ["00", false],
    ["03", true],
  ])("with the flags %s has isSampled %s", (flags, isSampled) => {
    expect(parseTraceparent(`00-${traceId}-${spanId}-${flags}`)).toEqual({ traceId, spanId, isSampled });
  });

  test.each([
    undefined,
    "",
    "x",
    `00-${traceId}-${spanId}`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${"0".repeat(32)}-${spanId}-01`,
    `00-${traceId}-${"0".repeat(16)}-01`,
    `00-${traceId}-${spanId}-01\n`,
    `ff-${traceId}-${spanId}-01`,
  ])("that is malformed (%j) begins a new trace", (given) => {
    const continued = continueTrace(given);
    expect(parseTraceparent(continued)).toMatchObject({ isSampled: true });
    expect(continued).not.toContain(traceId);
  });
});

describe("without a collector", () => {
  test("the trace id is continued, so that log lines have it", () => {
    expect(isTracing()).toBe(false);
    const parent = `00-${traceId}-${spanId}-00`;
    const server = startSpan({ name: "x", kind: "server", parent });
    expect(server.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
    expect(startSpan({ name: "x", kind: "client", parent: server.traceparent }).traceparent).toBe(server.traceparent);
    server.end({ error: "internal_server_error" });
  });

  test("withinSpan keeps no context", () => {
    expect(withinSpan(`00-${traceId}-${spanId}-01`, getCurrentTraceparent)).toBeUndefined();
  });
});
