import { newId } from "@tenant-ops/kit/data";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApprovals, type TestApprovals } from "../testing.js";
import type { Policy } from "./policies.rules.js";

let service: TestApprovals;
beforeAll(async () => void (service = await startTestApprovals()));
afterAll(() => service.close());

type Tenant = ReturnType<TestApprovals["newTenant"]>;
const storePolicy = (tenant: Tenant, version: number) =>
  tenant
    .scope()
    .ofShared<Policy>("policies")
    .insertOne({ _id: newId("apl"), version, rules: [], updatedAt: new Date(), updatedBy: "psn_1", isAnnounced: true });

test("a business without a policy reads the version 0", async () => {
  const { rpc } = service.newTenant();
  expect(await rpc.getPolicy({})).toMatchObject({ version: 0 });
});

test("a business reads its own policy, and another business sees nothing of it", async () => {
  const [own, other] = [service.newTenant(), service.newTenant()];
  await storePolicy(own, 3);
  expect(await own.rpc.getPolicy({})).toMatchObject({ version: 3 });
  expect(await other.rpc.getPolicy({})).toMatchObject({ version: 0 });
});

test("a business has at most one policy", async () => {
  const tenant = service.newTenant();
  await storePolicy(tenant, 1);
  await expect(storePolicy(tenant, 2)).rejects.toThrow(/duplicate key/);
});
