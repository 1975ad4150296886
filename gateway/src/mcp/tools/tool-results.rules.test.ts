import { describeOutcome, Refusal } from "@tenant-ops/kit/errors";
import { expect, test } from "vitest";
import { createFailureResult } from "./tool-results.js";

const createUnavailable = (access: "read" | "write", mayHaveWritten: boolean) =>
  new Refusal(
    "service_unavailable",
    describeOutcome("The service is away.", access, mayHaveWritten),
    2,
    mayHaveWritten,
  );

test.each([
  ["a read", createUnavailable("read", true), true, "The service is away. Send the same call again after 2 seconds."],
  [
    "a write that was not sent",
    createUnavailable("write", false),
    false,
    "The service is away. Nothing was written. Send the same call again after 2 seconds.",
  ],
  [
    "a write with a token",
    createUnavailable("write", true),
    true,
    "The service is away. A write may have happened. Send the same call again after 2 seconds.",
  ],
  [
    "a write without a token",
    createUnavailable("write", true),
    false,
    "The service is away. A write may have happened. So look with the list tools before you send it again.",
  ],
])("%s that failed hears once what became of it, and what to do", (_, refusal, mayRepeat, expected) => {
  const { content } = createFailureResult(refusal, "req_1", mayRepeat, []);
  expect(content).toEqual([{ type: "text", text: `${expected} Request id: req_1.` }]);
});
