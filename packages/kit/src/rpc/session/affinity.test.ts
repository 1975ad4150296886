import { create } from "@bufbuild/protobuf";
import { ResourceService } from "@tenant-ops/proto/common";
import { SupplyService, WithdrawalRequestSchema } from "@tenant-ops/proto/supply";
import { expect, test } from "vitest";
import type { Call } from "../../call/call.js";
import { newId } from "../../data/ids.js";
import { eventually } from "../../testing/eventually.js";
import { createCall, createCaller, startReplica } from "./replicas.testing.js";

test("batched writes of a business are sent to one replica, and to another one when it has stopped; other calls are sent to all", async () => {
  const writes: Call[][] = [[], [], []];
  const reads = [0, 0, 0];
  const replicas = await Promise.all(
    writes.map((calls, replica) =>
      startReplica({
        apis: [ResourceService, SupplyService],
        handle: async (request, call) => {
          if (request.$typeName.includes("Read")) reads[replica] = (reads[replica] ?? 0) + 1;
          else calls.push(call);
          return {};
        },
      }),
    ),
  );
  const { read, clients } = createCaller(`ipv4:${replicas.map(({ port }) => `127.0.0.1:${port}`).join(",")}`);
  const write = (given: Partial<Call>) =>
    clients.unary(
      SupplyService.method.approveWithdrawal,
      create(WithdrawalRequestSchema, withdrawal),
      createCall(given),
    );
  await eventually(async () => {
    await read();
    expect(Math.min(...reads)).toBeGreaterThan(3);
  });
  const businesses = Array.from({ length: 100 }, () => newId("biz"));
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(businesses.map((businessId) => write({ businessId })));
  }
  const servedBy = (businessId: string) =>
    writes.flatMap((calls, replica) => (calls.some((call) => call.businessId === businessId) ? [replica] : []));
  for (const businessId of businesses) expect(servedBy(businessId)).toHaveLength(1);
  expect(Math.min(...writes.map((calls) => calls.length))).toBeGreaterThan(0);

  const businessId = businesses[0] as string;
  const [home = 0] = servedBy(businessId);
  await replicas[home]?.close(1000);
  await eventually(() => write({ businessId }));
  expect(servedBy(businessId)).toHaveLength(2);
});

const withdrawal = { stockId: "stk_1", serviceCenterId: "ctr_1", workerId: "w", email: "a@example.com", quantity: 1 };
