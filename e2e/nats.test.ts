import { rmSync } from "node:fs";
import { createSystemCall } from "@tenant-ops/kit/call";
import { openDatabase, type StoredRecord } from "@tenant-ops/kit/data";
import { openBus, startEventListener } from "@tenant-ops/kit/events";
import { createLogger, createMetrics } from "@tenant-ops/kit/telemetry";
import { eventually } from "@tenant-ops/kit/testing";
import { type WithdrawalApproved, WithdrawalApprovedSchema } from "@tenant-ops/proto/supply";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { NatsServer } from "../scripts/lib/backend/backend.mjs";
import { aWithdrawal, givenCenterStock, history, type House, startHouse } from "./support/house.js";

interface Seen extends StoredRecord {
  withdrawalId: string;
}

let house: House;
beforeAll(async () => void (house = await startHouse({ services: ["supply"] })));
afterAll(() => house.stop());

test("NATS killed twice, its store deleted in between: no event is lost, and none acts twice behind an inbox", async () => {
  const { mesh } = house;
  const { nats } = mesh;
  if (!nats) throw new Error("this test needs a NATS of its own");
  const logger = createLogger("e2e", "silent");
  const db = await openDatabase({
    url: mesh.mongodbUrl,
    name: `${mesh.databasePrefix}listener`,
    appName: "e2e",
    logger,
    indexes: { seen: [] },
  });
  const bus = openBus({ url: mesh.natsUrl, name: "e2e", logger });
  const listener = startEventListener({
    listener: {
      name: "e2e",
      subject: "events.>",
      handle: async (event, scope) => {
        const approved: WithdrawalApproved | undefined = event.as(WithdrawalApprovedSchema);
        if (approved) {
          await scope.collection<Seen>("seen").append({ _id: event.envelope.id, withdrawalId: approved.withdrawalId });
        }
      },
    },
    database: db,
    bus,
    logger,
    metrics: createMetrics("e2e"),
  });
  const business = await house.newBusiness();
  const { ids } = await givenCenterStock(house, business, 500);
  const withdraw = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () => house.done(business, "supply_approve_withdrawal", aWithdrawal(ids))),
    );

  await withdraw(50);
  await kill(nats);
  // Writes go on without the courier.
  await withdraw(50);
  await nats.start();
  await withdraw(50);
  await kill(nats);
  rmSync(nats.storeDir, { recursive: true, force: true });
  await withdraw(50);
  await nats.start();
  await withdraw(50);

  const scope = db.scope(createSystemCall(business.businessId, "e2e", { deadline: Date.now() + 120_000 }));
  const seen = await eventually(async () => {
    const rows = await scope.collection<Seen>("seen").find({});
    expect(new Set(rows.map(({ withdrawalId }) => withdrawalId)).size).toBe(250);
    return rows;
  }, 40_000);
  expect(seen).toHaveLength(250);
  const withdrawals = (await history(house, business)).map(({ _id }) => _id);
  expect(new Set(seen.map(({ withdrawalId }) => withdrawalId))).toEqual(new Set(withdrawals));

  await listener.stop();
  await bus.close();
  await db.close();
}, 120_000);

async function kill(nats: NatsServer): Promise<void> {
  nats.kill("SIGKILL");
  await nats.exited;
}
