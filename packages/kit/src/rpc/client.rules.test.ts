import { create } from "@bufbuild/protobuf";
import { StockRequestSchema, SupplyService } from "@tenant-ops/proto/supply";
import { expect, test } from "vitest";
import type { Call } from "../call/call.js";
import { type Refusal, unavailable } from "../errors/refusal.js";
import { createMetrics } from "../telemetry/metrics.js";
import { createTestCall } from "../testing/test-call.js";
import { createRpcClients } from "./client.js";
import type { RpcTransport } from "./transport.types.js";
import { UnansweredCall } from "./unanswered-call.js";

const broken = new UnansweredCall("service_unavailable", "It broke. A write may have happened.", false);
const notReached = new UnansweredCall("service_unavailable", "It is not reachable. Nothing was written.", true);
const tooLate = new UnansweredCall("deadline_exceeded", "No answer in time. Nothing was written.", true);

/** Each try ends with the next of these errors. */
async function createStock(errors: Error[], call: Partial<Call> = {}): Promise<Refusal> {
  const left = [...errors];
  const transport: RpcTransport = {
    send: () => Promise.reject(left.shift() ?? new Error("no try is left")),
    close() {},
  };
  const options = { sign: () => "", addresses: {}, metrics: createMetrics("gateway"), transport };
  const request = create(StockRequestSchema, { productName: "Gloves", totalStock: 5, minStockAlert: 1 });
  const given = createTestCall("biz_1", { idempotencyKey: "k-1", ...call });
  return createRpcClients(options)
    .unary(SupplyService.method.createStock, request, given)
    .then(
      () => Promise.reject(new Error("it was answered")),
      (error: Refusal) => error,
    );
}

test.each([
  ["waits for a connection until the end", [broken, tooLate], "No answer in time. A write may have happened."],
  ["reaches nobody", [broken, notReached, notReached, notReached], "It is not reachable. A write may have happened."],
  [
    "is refused by a busy service",
    [broken, ...Array<Error>(3).fill(unavailable("Busy."))],
    "Busy. A write may have happened.",
  ],
])("a try that broke may have written, also when the next one %s", async (_name, errors, detail) => {
  expect(await createStock(errors)).toMatchObject({ detail, mayHaveWritten: true });
});

test("without a try that broke, nothing was written", async () => {
  const { detail, mayHaveWritten } = await createStock([notReached, notReached, tooLate]);
  expect([detail, mayHaveWritten]).toEqual(["No answer in time. Nothing was written.", false]);
});
