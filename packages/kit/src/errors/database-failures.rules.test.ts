import { type BulkWriteResult, MongoBulkWriteError, MongoError, MongoNetworkError, MongoServerError } from "mongodb";
import { expect, test } from "vitest";
import { toRefusal } from "./refusal.js";

const server = (code: number, ...errorLabels: string[]) =>
  new MongoServerError({ code, errmsg: "secret", errorLabels });
const labelled = (label: string) => {
  const error = new MongoError("secret");
  error.addErrorLabel(label);
  return error;
};

test.each([
  { what: "an operation that ran out of time", error: server(50), code: "deadline_exceeded" },
  { what: "an operation that was interrupted", error: server(11_601), code: "deadline_exceeded" },
  {
    what: "a commit with an unknown result",
    error: labelled("UnknownTransactionCommitResult"),
    code: "deadline_exceeded",
  },
  { what: "a primary that steps down", error: server(189), code: "service_unavailable" },
  { what: "a connection that broke", error: new MongoNetworkError("secret"), code: "service_unavailable" },
  {
    what: "a connection that broke during a bulk write",
    error: new MongoBulkWriteError(new MongoNetworkError("secret"), {} as BulkWriteResult),
    code: "service_unavailable",
  },
  {
    what: "a write conflict after all retries",
    error: server(112, "TransientTransactionError"),
    code: "service_unavailable",
  },
])("$what may be retried", ({ error, code }) => {
  const refusal = toRefusal(error);
  expect(refusal).toMatchObject({ code, retryable: true });
  expect(refusal.retryAfter).toBeGreaterThan(0);
  expect(refusal.detail).not.toContain("secret");
});

test.each([
  { what: "an invalid command", error: server(9) },
  { what: "a duplicate key that no code handled", error: server(11_000) },
  { what: "any other error", error: new Error("secret") },
])("$what is an internal error without details", ({ error }) => {
  const refusal = toRefusal(error);
  expect(refusal).toMatchObject({ code: "internal_server_error", retryable: false });
  expect(refusal.detail).not.toContain("secret");
});

test.each([
  {
    what: "ran out of time",
    error: server(50),
    read: "The database took too long.",
    outcome: "A write may have happened.",
  },
  {
    what: "steps down inside a transaction",
    error: server(189, "TransientTransactionError"),
    read: "The database is away for a moment.",
    outcome: "Nothing was written.",
  },
  {
    what: "broke the connection outside of one",
    error: new MongoNetworkError("secret"),
    read: "The database is away for a moment.",
    outcome: "A write may have happened.",
  },
])(
  "of a database that $what a read hears nothing about writes, and a write one sentence",
  ({ error, read, outcome }) => {
    expect(toRefusal(error, "read").detail).toBe(read);
    expect(toRefusal(error, "write").detail).toBe(`${read} ${outcome}`);
    expect(toRefusal(error).mayHaveWritten).toBe(outcome.startsWith("A write"));
  },
);
