import { rmSync } from "node:fs";
import { createSystemCall } from "@tenant-ops/kit/call";
import type { StoredRecord } from "@tenant-ops/kit/data";
import { openBus, startEventListener } from "@tenant-ops/kit/events";
import { createLogger, createMetrics } from "@tenant-ops/kit/telemetry";
import { eventually, openTestDatabase } from "@tenant-ops/kit/testing";
import { type WithdrawalApproved, WithdrawalApprovedSchema } from "@tenant-ops/proto/supply";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { NatsServer } from "../scripts/lib/backend/backend.mjs";
import {
  withdrawalArguments,
  createCenterStock,
  listWithdrawals,
  type OwnTestMesh,
  startTestMesh,
} from "./support/mesh/test-mesh.js";

interface ReceivedWithdrawal extends StoredRecord {
  withdrawalId: string;
}

let testMesh: OwnTestMesh;
beforeAll(async () => void (testMesh = await startTestMesh({ services: ["supply", "webhooks"] })));
afterAll(() => testMesh.stop());

test("when NATS is killed twice and its store deleted, no event is lost and none is processed twice", async () => {
  const { mesh } = testMesh;
  const { nats } = mesh;
  if (!nats) throw new Error("this test needs a NATS of its own");
  const logger = createLogger("e2e", "silent");
  const db = await openTestDatabase({
    url: mesh.mongodbUrl,
    name: `${mesh.databasePrefix}listener`,
    appName: "e2e",
    logger,
    indexes: { received: [] },
  });
  const bus = openBus({ url: mesh.natsUrl, name: "e2e", logger });
  const listener = startEventListener({
    listener: {
      name: "e2e",
      subject: "events.>",
      handle: async (events) => {
        for (const { event, scope } of events) {
          const approved: WithdrawalApproved | undefined = event.as(WithdrawalApprovedSchema);
          const received = scope.collection<ReceivedWithdrawal>("received");
          if (approved) await received.append({ _id: event.envelope.id, withdrawalId: approved.withdrawalId });
        }
      },
    },
    database: db,
    bus,
    logger,
    metrics: createMetrics("e2e"),
  });
  const business = await testMesh.createBusiness();
  const { ids } = await createCenterStock(testMesh, business, 500);
  const withdraw = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        testMesh.callToolOrThrow(business, "supply_approve_withdrawal", withdrawalArguments(ids)),
      ),
    );

  await withdraw(50);
  await kill(nats);
  // Writes succeed while NATS is down.
  await withdraw(50);
  await nats.start();
  await withdraw(50);
  await kill(nats);
  rmSync(nats.storeDir, { recursive: true, force: true });
  await withdraw(50);
  await nats.start();
  await withdraw(50);

  const scope = db.scope(createSystemCall(business.businessId, "e2e", { deadline: Date.now() + 600_000 }));
  const received = await eventually(async () => {
    const rows = await scope.collection<ReceivedWithdrawal>("received").find({});
    expect(new Set(rows.map(({ withdrawalId }) => withdrawalId)).size).toBe(250);
    return rows;
  }, 120_000);
  expect(received).toHaveLength(250);
  const withdrawals = (await listWithdrawals(testMesh, business)).map(({ _id }) => _id);
  expect(new Set(received.map(({ withdrawalId }) => withdrawalId))).toEqual(new Set(withdrawals));

  await listener.stop();
  await bus.close();
  await db.close();
}, 600_000);

async function kill(nats: NatsServer): Promise<void> {
  nats.kill("SIGKILL");
  await nats.exited;
}
