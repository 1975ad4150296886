import { randomBytes } from "node:crypto";
import type { Database } from "@tenant-ops/kit/data";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { openTestDatabase, testBackend } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { gatewayCollections } from "../collections.js";
import type { Tenant } from "../tenant/tenant.js";
import { changeRetention } from "./change-retention.js";

const logger = createLogger("gateway", "silent");
let db: Database;
beforeAll(async () => {
  const name = `test_retentions_${randomBytes(4).toString("hex")}`;
  const url = testBackend().mongodbUrl;
  db = await openTestDatabase({ url, name, appName: "gateway", logger, sharedIndexes: gatewayCollections });
});
afterAll(() => db.close());

/** Notes what the services are asked. */
function createServices(canArchive: boolean) {
  const asked: { method: string; rules: number }[] = [];
  const unary = async ({ name }: { name: string }, { rules }: { rules: unknown[] }) => {
    asked.push({ method: name, rules: rules.length });
    return { message: { canArchive, previewed: [] } };
  };
  return { asked, clients: { unary } as unknown as RpcClients };
}

function createBusiness(canArchive = true) {
  const { asked, clients } = createServices(canArchive);
  const tenant = { businessId: `biz_${randomBytes(6).toString("hex")}`, keyId: "key_1" } as Tenant;
  const options = { db, clients, logger, allowed: { daysMin: 1, modes: ["archive", "delete"] as const } };
  const change = (version: number, key: string) =>
    changeRetention(options, {
      ...{ version, tenant, requestId: "req_1", sent: { key, digest: "d" } },
      rules: { spins: { mode: "archive", days: 30 } },
    });
  return { asked, change };
}

test("a change reads no history, and one of another version asks no service at all", async () => {
  const { asked, change } = createBusiness();
  expect(await change(0, "k-1")).toMatchObject({ isRepeat: false, stored: { version: 1 } });
  expect(asked.filter(({ method }) => method === "PreviewRetention")).toEqual([
    { method: "PreviewRetention", rules: 0 },
  ]);
  asked.length = 0;
  await expect(change(0, "k-2")).rejects.toMatchObject({ code: "retention_changed" });
  expect(await change(0, "k-1")).toMatchObject({ isRepeat: true });
  expect(asked).toEqual([]);
});

test("an archive is refused where no place for it is set, and nothing is stored", async () => {
  const { change } = createBusiness(false);
  await expect(change(0, "k-1")).rejects.toMatchObject({ code: "retention_not_allowed" });
  await expect(change(0, "k-1")).rejects.toMatchObject({ code: "retention_not_allowed" });
});
