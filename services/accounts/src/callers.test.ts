import { type Caller, createSystemCall, metadataKeys } from "@tenant-ops/kit/call";
import { newId } from "@tenant-ops/kit/data";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertBusiness } from "./businesses/businesses.store.js";
import { startTestAccounts } from "./testing.js";

let service: Awaited<ReturnType<typeof startTestAccounts>>;
let businessId: string;
beforeAll(async () => {
  service = await startTestAccounts();
  businessId = newId("biz");
  await insertBusiness(service.running.context.db, {
    ...{ _id: businessId, name: "Acme", country: "MX", currency: "MXN", timeZone: "America/Mexico_City" },
    ...{ requireProposal: false, rates: { writesPerMinute: 0 }, active: true, createdAt: new Date() },
  });
});
afterAll(() => service.close());

const operator = () => createSystemCall("", "test", { keyId: "operator:ana", operator: "ana" });
/** A key or a person that may do everything. */
const tenant = (id = businessId) => createSystemCall(id, "test", { keyId: "key_1", scopes: ["*"] });

async function request(caller: Caller | undefined, method: string, path: string, body?: object) {
  const answer = await fetch(`${service.httpUrl}${path}`, {
    method,
    headers: {
      ...(caller && { [metadataKeys.context]: service.sign(caller, "accounts") }),
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return [answer.status, ((await answer.json()) as { error?: string }).error];
}

describe("a route of operators", () => {
  test.each(["/v1/admin/businesses", "/v1/admin/calls", "/v1/admin/offboardings"])(
    "%s is for nobody else",
    async (path) => {
      expect(await request(operator(), "GET", path)).toEqual([200, undefined]);
      expect(await request(tenant(), "GET", path)).toEqual([401, "unauthorized"]);
      expect(await request(undefined, "GET", path)).toEqual([401, "unauthorized"]);
    },
  );

  test("records who has called, and a refused caller is not recorded", async () => {
    await request(tenant(), "GET", `/v1/admin/businesses/${businessId}/keys`);
    await request(operator(), "GET", `/v1/admin/businesses/${businessId}`);
    const { db } = service.running.context;
    const calls = db.shared<{ _id: string; operator: string; path: string; businessId?: string }>("operatorCalls");
    const found = await calls.find({ businessId: { $eq: businessId } }).toArray();
    expect(found).toMatchObject([{ operator: "ana", path: `/v1/admin/businesses/${businessId}`, status: 200 }]);
  });
});

test("an operator cannot use a route of tenants or of people", async () => {
  const own = `/v1/console/businesses/${businessId}`;
  for (const path of ["/v1/public/retention", "/v1/public/person-requests", own, `${own}/keys`])
    expect(await request(operator(), "GET", path)).toEqual([401, "unauthorized"]);
});

test("a person reaches the business of the context, and no other one by its path", async () => {
  const path = `/v1/console/businesses/${businessId}`;
  expect(await request(tenant(), "GET", path)).toEqual([200, undefined]);
  for (const one of [path, `${path}/keys`])
    expect(await request(tenant(newId("biz")), "GET", one)).toEqual([404, "business_not_found"]);
});

test.each(["reset", "seed"])("a %s with a live key is refused", async (name) => {
  expect(await request(tenant(), "POST", `/v1/public/sandbox/${name}`, {})).toEqual([403, "sandbox_only"]);
});

test("a limit of 0 is a limit, and one that is not set is none", async () => {
  const { rpc } = service.newTenant({ businessId });
  const { business } = await rpc.findAccount({});
  expect(business?.rates).toEqual({ writesPerMinute: 0 });
});
