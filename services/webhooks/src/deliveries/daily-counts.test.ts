import { eventually, listCountDifferences, readCounted } from "@tenant-ops/kit/testing";
import { deliveries } from "@tenant-ops/rest/analytics";
import { expect, test } from "vitest";
import { createFixtures, get, getDeliveries, publishSpins, registerEndpoint, waitForFinalLog } from "../testing.js";
import { countSources } from "./daily-counts.js";

const fixtures = createFixtures();
const readTotals = async (tenant: Parameters<typeof get>[0]) =>
  (await get<{ totals: object }>(tenant, "/daily-counts")).totals;

test("deliveries that were accepted or failed are counted once, also when two ask at once", async () => {
  const service = await fixtures.startService({ WEBHOOK_RETRY_SCHEDULE: "10ms,1h" });
  const tenant = service.newTenant();
  const [accepting, failing] = [await fixtures.startReceiver(), await fixtures.startReceiver(() => 500)];
  await registerEndpoint(tenant, { url: accepting.url });
  const { _id: failingId } = await registerEndpoint(tenant, { url: failing.url });
  await publishSpins(service, tenant, 6);
  await eventually(async () => expect(await getDeliveries(tenant).count({ status: "delivered" })).toBe(6));
  // Pending deliveries fail when the endpoint is deleted.
  await tenant.http("DELETE", `/v1/public/webhooks/endpoints/${failingId}`);
  await waitForFinalLog(tenant, 12);
  const expected = { delivered: 6, failed: 6 };
  const results = await Promise.all(Array.from({ length: 4 }, () => readTotals(tenant)));
  expect(results.at(-1)).toEqual(expected);
  expect(await readTotals(tenant)).toEqual(expected);
  expect(await getDeliveries(tenant).count({ uncounted: true })).toBe(0);
  expect(await listCountDifferences(service.running.context.db, tenant.businessId, countSources)).toEqual([]);
  const byEndpoint = await readCounted(tenant, deliveries, ["endpoint", "event"]);
  expect(byEndpoint.toSorted((one) => (one.counts["delivered"] ? -1 : 1))).toMatchObject([
    { labels: [accepting.url, ""], counts: { delivered: 6, attempts: 6 } },
    // The name of an endpoint that was deleted is not known any more.
    { labels: ["", ""], counts: { failed: 6 } },
  ]);
  expect(await readCounted(service.newTenant(), deliveries)).toEqual([]);
  expect(await readTotals(service.newTenant())).toEqual({ delivered: 0, failed: 0 });
});
