import fc from "fast-check";
import { expect, test } from "vitest";
import { TenantOpsError } from "./error.js";
import type { Operation } from "./operation.js";
import { parseRetryAfter, planRetry } from "./retry.rules.js";

const write: Operation = {
  id: "createStock",
  method: "POST",
  path: "/v1/public/supply/stocks",
  params: [],
  query: [],
  hasBody: true,
  takesKey: true,
  hasReply: true,
};
const failed = (code: string, more: object = {}) => ({
  operation: write,
  error: new TenantOpsError({ code, detail: "", ...more }),
  attempts: 1,
  retries: 3,
  remainingMs: 30_000,
  random: 0.5,
});

test.each([
  ["connection_failed", undefined],
  ["timeout", undefined],
  ["rate_limited", 429],
  ["service_unavailable", 503],
  ["overloaded", 503],
  ["deadline_exceeded", 504],
  ["request_timeout", 408],
  ["idempotency_in_flight", 409],
  ["unexpected_answer", 502],
])("%s %s is repeated", (code, status) => expect(planRetry(failed(code, { status }))).toBeGreaterThan(0));

test.each([
  ["aborted", undefined],
  ["invalid_argument", 422],
  ["internal_server_error", 500],
  ["unexpected_answer", 200],
  ["unexpected_answer", 500],
  ["a_code_of_the_future", 503],
])("%s %s is not repeated", (code, status) => expect(planRetry(failed(code, { status }))).toBeUndefined());

test("pauses grow, stay under eight seconds, and are never shorter than Retry-After", () => {
  const fields = fc.record({
    attempts: fc.integer({ min: 1, max: 20 }),
    random: fc.double({ min: 0, max: 1, noNaN: true }),
    retryAfter: fc.option(fc.nat({ max: 60 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(fields, ({ retryAfter, ...given }) => {
      const plan = { ...failed("rate_limited", { retryAfter }), ...given, retries: 20, remainingMs: 1e9 };
      const pauseMs = planRetry(plan) ?? Number.NaN;
      const backoffMs = Math.min(8000, 250 * 2 ** (given.attempts - 1));
      expect(pauseMs).toBeGreaterThanOrEqual(Math.floor(retryAfter === undefined ? backoffMs / 2 : retryAfter * 1000));
      expect(pauseMs).toBeLessThanOrEqual(Math.ceil((retryAfter ?? 0) * 1000 + backoffMs));
    }),
  );
});

test("no pause is longer than the remaining time", () => {
  expect(planRetry({ ...failed("rate_limited", { retryAfter: 2 }), remainingMs: 1999 })).toBeUndefined();
});

test.each([
  [null, undefined],
  ["", undefined],
  ["7", 7],
  ["soon", undefined],
  ["Sun, 22 Nov 2026 12:00:10 GMT", 10],
  ["Sun, 22 Nov 2026 11:00:00 GMT", 0],
])("Retry-After: %s is %s seconds", (value, seconds) =>
  expect(parseRetryAfter(value, Date.UTC(2026, 10, 22, 12))).toBe(seconds),
);
