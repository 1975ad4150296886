import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createFixtures, publishSpin, registerEndpoint, waitForFinalLog, waitForIdleLane } from "../testing.js";

const fixtures = createFixtures();

test("an idle worker sends at most three database commands a second, one of them to read which businesses are in offboarding", async () => {
  const service = await fixtures.startService();
  const tenant = service.newTenant();
  const receiver = await fixtures.startReceiver();
  const { _id: endpointId } = await registerEndpoint(tenant, { url: receiver.url });
  await publishSpin(service, tenant);
  await waitForFinalLog(tenant, 1);
  await waitForIdleLane(service, endpointId);
  let commands = 0;
  const seconds = 60;
  const stop = service.running.context.db.watchCommands(({ command }) => {
    // The events of other tests arrive through the same broker; their transactions do not count.
    if (command["autocommit"] === undefined) commands += 1;
  });
  await sleep(seconds * 1000);
  stop();
  expect(commands).toBeLessThanOrEqual(3 * seconds);
});
