import { randomBytes } from "node:crypto";
import { eventually } from "@tenant-ops/kit/testing";
import { expect, test } from "vitest";
import {
  createFixtures,
  post,
  publishSpin,
  registerEndpoint,
  startHoldingReceiver,
  waitForFinalLog,
} from "../testing.js";

const fixtures = createFixtures();

test("the worker that serves a lane sends what another process has scheduled for it, while an attempt runs", async () => {
  // With this lease and without a message, the worker would read its queue only after 200 seconds.
  const settings = {
    MONGODB_DATABASE: `test_webhooks_${randomBytes(4).toString("hex")}`,
    WEBHOOK_LEASE_MS: "600000",
    WEBHOOK_ATTEMPT_MS: "120000",
  };
  const first = await fixtures.startService(settings);
  const tenant = first.newTenant();
  const receiver = await startHoldingReceiver();
  const { answers } = receiver;
  fixtures.closeLater(() => receiver.close());
  const { _id: endpointId } = await registerEndpoint(tenant, { url: receiver.url });
  await publishSpin(first, tenant);
  await eventually(() => expect(answers).toHaveLength(1));

  const second = await fixtures.startService(settings);
  await post(second.newTenant(tenant.caller), `/endpoints/${endpointId}/ping`);
  await eventually(() => expect(answers).toHaveLength(2));
  for (const answer of answers) answer();
  await waitForFinalLog(tenant, 2);
});
