import { afterAll, beforeAll, expect, test } from "vitest";
import { type Business, type OwnTestMesh, requireProcess, startTestMesh } from "./support/mesh/test-mesh.js";

let testMesh: OwnTestMesh;
beforeAll(async () => {
  testMesh = await startTestMesh({ services: ["supply"], gateways: 2 });
});
afterAll(() => testMesh.stop());

const list = async (business: Business, url: string) =>
  (await testMesh.callTool(business, "supply_list_stocks", {}, { url })).status;

async function createKey({ businessId }: Business): Promise<Business> {
  const { _id, key } = await testMesh.callAdmin("POST", `/businesses/${businessId}/keys`, { name: "further" });
  return { businessId, keyId: String(_id), key: String(key) };
}

test("while accounts is killed, calls with known keys go on and a key that was revoked just before is refused; after its restart new keys work", async () => {
  const known = await testMesh.createBusiness();
  const revoked = await createKey(known);
  const urls = testMesh.mesh.gatewayUrls;
  // Both gateways remember both keys now.
  for (const url of urls) for (const key of [known, revoked]) expect(await list(key, url)).toBe(200);

  const statuses: number[] = [];
  let isOver = false;
  const calling = urls.map(async (url) => {
    while (!isOver) statuses.push(await list(known, url));
  });
  await testMesh.callAdmin("POST", `/businesses/${revoked.businessId}/keys/${revoked.keyId}/revoke`);
  const accounts = requireProcess(testMesh, "accounts");
  accounts.kill("SIGKILL");
  await accounts.exited;

  // 503: the gateway has forgotten the key, and nobody can tell whether it may be used.
  for (const url of urls) await expect.poll(() => list(revoked, url)).toBe(503);
  await expect.poll(() => statuses.length).toBeGreaterThan(50);
  isOver = true;
  await Promise.all(calling);
  expect(new Set(statuses)).toEqual(new Set([200]));

  await accounts.start();
  const created = await createKey(known);
  for (const url of urls) {
    expect(await list(created, url)).toBe(200);
    expect(await list(revoked, url)).toBe(401);
  }
});
