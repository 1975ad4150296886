import { Metadata, status } from "@grpc/grpc-js";
import { expect, test } from "vitest";
import { Refusal } from "../errors/refusal.js";
import { toUnansweredCall } from "./unanswered-call.js";

const toError = (code: status, details: string, access: "read" | "write" = "write", isCancelled = false) =>
  toUnansweredCall(
    Object.assign(new Error(details), { code, details, metadata: new Metadata() }),
    "supply",
    access,
    isCancelled,
  );

test.each([
  [status.UNAVAILABLE, "Connection dropped"],
  [status.INTERNAL, "Received RST_STREAM with code 2 (Internal server error)"],
  [status.INTERNAL, "Received RST_STREAM with code 0 (Call ended without gRPC status)"],
  [status.UNKNOWN, "Received HTTP status code 500"],
  [status.ABORTED, "The stream was aborted"],
  [status.CANCELLED, "Call cancelled"],
  [status.RESOURCE_EXHAUSTED, "Bandwidth exhausted or memory limit exceeded"],
])("%s %s: the call can be repeated, and may have been carried out", (code, details) => {
  expect(toError(code, details)).toMatchObject({
    code: "service_unavailable",
    retryable: true,
    wasNotStarted: false,
    mayHaveWritten: true,
    detail: "The connection to the supply service broke before its answer. A write may have happened.",
  });
});

test.each([
  [status.UNAVAILABLE, "round_robin: No connection established. Last error: connect ECONNREFUSED"],
  [status.UNAVAILABLE, "Name resolution failed for target dns:supply"],
  [status.UNAVAILABLE, "Stream refused by server"],
  [status.INTERNAL, "Failed to start HTTP/2 stream with error The session has been destroyed"],
])("%s %s: nothing was written", (code, details) => {
  expect(toError(code, details)).toMatchObject({
    code: "service_unavailable",
    wasNotStarted: true,
    mayHaveWritten: false,
    detail: "The supply service is not reachable right now. Nothing was written.",
  });
});

test.each([
  ["Deadline exceeded after 5.000s,name resolution: 0.001s,metadata filters: 0.000s,Waiting for LB pick", false],
  ["Deadline exceeded after 5.000s,LB pick: 0.001s,remote_addr=127.0.0.1:1", true],
])("a deadline that passed (%s) says whether the call was sent", (details, mayHaveWritten) => {
  expect(toError(status.DEADLINE_EXCEEDED, details)).toMatchObject({ code: "deadline_exceeded", mayHaveWritten });
});

test("the sentence for a failed read does not mention writes", () => {
  for (const code of [status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.INTERNAL, status.CANCELLED]) {
    for (const isCancelled of [true, false]) {
      const { message } = toError(code, "Connection dropped", "read", isCancelled);
      expect(message).not.toMatch(/writ/i);
    }
  }
});

test.each([
  [status.INTERNAL, "Request message serialization failure: invalid int32"],
  [status.INTERNAL, "Response message parsing error: premature EOF"],
  [status.RESOURCE_EXHAUSTED, "Received message larger than max (17000000 vs. 16777216)"],
  [status.UNIMPLEMENTED, "The server does not implement the method"],
])("%s %s is a fault of ours, which a repeat does not mend", (code, details) => {
  expect(toError(code, details)).not.toBeInstanceOf(Refusal);
});
