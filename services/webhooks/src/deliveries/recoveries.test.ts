import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createFixtures,
  get,
  post,
  registerEndpoint,
  startWebhooks,
  waitForFinalLog,
  type WebhookService,
} from "../testing.js";

let service: WebhookService;
const { startReceiver } = createFixtures();
beforeAll(async () => void (service = await startWebhooks()));
afterAll(() => service.close());

interface Recovery {
  _id: string;
  endpointId: string;
  status: string;
  recovered: number;
}
interface List {
  items: Recovery[];
  count: number;
}

const since = () => new Date(Date.now() - 60_000).toISOString();

test("a recovery can be read and listed, and shows when it is done and what it has handled", async () => {
  const tenant = service.newTenant();
  const receiver = await startReceiver((_request, count) => (count === 1 ? 500 : 204));
  const { _id: endpointId } = await registerEndpoint(tenant, { url: receiver.url, maxAttempts: 1 });
  await post(tenant, `/endpoints/${endpointId}/ping`);
  await waitForFinalLog(tenant, 1);

  const { status, body } = await post<Recovery>(tenant, `/endpoints/${endpointId}/recover`, { since: since() });
  expect([status, body]).toEqual([202, expect.objectContaining({ endpointId, status: "running", recovered: 0 })]);
  await eventually(async () =>
    expect(await get<Recovery>(tenant, `/recoveries/${body._id}`)).toEqual({ ...body, status: "done", recovered: 1 }),
  );
  await waitForFinalLog(tenant, 2);
  expect(receiver.requests).toHaveLength(2);

  for (const [query, count] of [
    ["", 1],
    [`?endpointId=${endpointId}&status=done`, 1],
    ["?status=running", 0],
    ["?endpointId=we_none", 0],
  ] as const)
    expect(await get<List>(tenant, `/recoveries${query}`)).toMatchObject({ count, has_more: false });
});

test("a recovery of another business is answered like one that does not exist, and is in no list of this one", async () => {
  const owner = service.newTenant();
  const { _id: endpointId } = await registerEndpoint(owner, { url: "http://127.0.0.1:9999/" });
  const { body } = await post<Recovery>(owner, `/endpoints/${endpointId}/recover`, { since: since() });
  const other = service.newTenant();
  const read = async (id: string) => {
    const answer = await other.http("GET", `/v1/public/webhooks/recoveries/${id}`);
    const { error, detail } = (await answer.json()) as { error: string; detail: string };
    return [answer.status, error, detail.replace(id, "…")];
  };
  expect(await read(body._id)).toEqual(await read("rec_none"));
  expect(await read(body._id)).toMatchObject([404, "webhook_recovery_not_found", expect.anything()]);
  expect(await get<List>(other, `/recoveries?endpointId=${endpointId}`)).toMatchObject({ count: 0 });
});

test.each([
  [{ since: "2020-01-01T00:00:00Z" }, "since: at most 30 days ago"],
  [{ since: since(), until: "2020-01-01T00:00:00Z" }, "until: must be after since"],
  [{ since: "yesterday" }, "since"],
  [{}, "since"],
])("a recovery of the range %j is refused", async (body, detail) => {
  const tenant = service.newTenant();
  const { _id } = await registerEndpoint(tenant, { url: "http://127.0.0.1:9999/" });
  const answer = await post<{ error: string; detail: string }>(tenant, `/endpoints/${_id}/recover`, body);
  expect([answer.status, answer.body.error]).toEqual([422, "invalid_argument"]);
  expect(answer.body.detail).toContain(detail);
});
