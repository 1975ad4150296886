import { beforeAll, describe, expect, test } from "vitest";
import { proposeAndWrite, requireTool, waitUntilExpired } from "./support/calls/proposals.js";
import { repeatUntilAnswered } from "./support/calls/repeat-until-answered.js";
import {
  createCenterStock,
  getBriefUrl,
  listWithdrawals,
  readCurrentStock,
  type TestMesh,
  useSharedMesh,
  withdrawalArguments,
} from "./support/mesh/test-mesh.js";

let testMesh: TestMesh;
// Two gateways with different secrets, the second with a short lifetime of proposals.
let urls: { other: string; brief: string };
beforeAll(async () => {
  testMesh = await useSharedMesh();
  urls = { other: testMesh.url, brief: getBriefUrl(testMesh) };
});

// Each test waits until its proposal has expired; all wait at the same time.
describe.concurrent("a repeated approval", () => {
  const approve = requireTool("supply_approve_withdrawal");

  test("gets the stored answer after expiry, under another secret and with the rotated key", async () => {
    const business = await testMesh.createBusiness();
    const { ids } = await createCenterStock(testMesh, business, 10);
    const given = withdrawalArguments({ ...ids, quantity: 5 });
    const { args, answer, expiresAt } = await proposeAndWrite(testMesh, business, approve, given, urls.brief);
    expect(answer.status).toBe(200);

    const path = `/businesses/${business.businessId}/keys/${business.keyId}/rotate`;
    const rotated = await testMesh.callAdmin("POST", path, { overlapDays: 1 });
    const successor = { ...business, key: String(rotated["key"]) };
    await waitUntilExpired(expiresAt);
    for (const url of Object.values(urls)) {
      for (const who of [business, successor]) {
        const repeated = await testMesh.callTool(who, approve.name, args, { url });
        expect(repeated).toMatchObject({ status: 200, body: answer.body });
        expect(repeated.headers.get("idempotent-replayed")).toBe("true");
      }
    }
    expect(await readCurrentStock(testMesh, business)).toBe(5);
    expect(await listWithdrawals(testMesh, business)).toHaveLength(1);
  });

  test("with other arguments than the written ones is refused, and writes nothing", async () => {
    const business = await testMesh.createBusiness();
    const { ids } = await createCenterStock(testMesh, business, 10);
    const { args, expiresAt } = await proposeAndWrite(
      testMesh,
      business,
      approve,
      withdrawalArguments(ids),
      urls.brief,
    );
    await waitUntilExpired(expiresAt);
    for (const url of Object.values(urls)) {
      const refused = await testMesh.callTool(business, approve.name, { ...args, quantity: 2 }, { url });
      expect(refused).toMatchObject({
        status: 422,
        body: { error: "proposal_mismatch", detail: expect.stringContaining("This call wrote nothing") },
      });
    }
    expect(await readCurrentStock(testMesh, business)).toBe(9);
  });

  test("that was never carried out is refused after expiry, says that nothing was written, and stays refused", async () => {
    const business = await testMesh.createBusiness();
    const { ids } = await createCenterStock(testMesh, business, 10);
    const given = withdrawalArguments(ids);
    const preview = await testMesh.callToolOrThrow(business, "supply_propose_withdrawal", given, { url: urls.brief });
    await waitUntilExpired(String(preview["expires_at"]));
    const args = { ...given, proposal_token: preview["proposal_token"] };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        repeatUntilAnswered(() => testMesh.callTool(business, approve.name, args, { url: urls.brief })),
      ),
    );
    for (const refused of answers) {
      expect(refused).toMatchObject({
        status: 422,
        body: { error: "proposal_expired", detail: expect.stringContaining("Nothing was written with it.") },
      });
    }
    expect(await readCurrentStock(testMesh, business)).toBe(10);
  });

  test("of another business finds nothing", async () => {
    const business = await testMesh.createBusiness();
    const { ids } = await createCenterStock(testMesh, business, 10);
    const { args, expiresAt } = await proposeAndWrite(
      testMesh,
      business,
      approve,
      withdrawalArguments(ids),
      urls.brief,
    );
    const other = await testMesh.createBusiness();
    await waitUntilExpired(expiresAt);
    const refused = await testMesh.callTool(other, approve.name, args, { url: urls.brief });
    expect(refused).toMatchObject({ status: 422, body: { error: "proposal_invalid" } });
  });
});
