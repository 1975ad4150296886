import { randomBytes } from "node:crypto";
import type { Database } from "@tenant-ops/kit/data";
import type { RetentionRules } from "@tenant-ops/kit/retention";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { openTestDatabase, testBackend } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { gatewayCollections } from "../collections.js";
import type { Tenant } from "../tenant/tenant.js";
import { changeRetention } from "./change-retention.js";
import { listChoices } from "./retention-services.js";
import type { RetentionLimits } from "./retentions.types.js";

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
  const allowed: RetentionLimits = { daysMin: 1, modes: ["archive", "delete"] };
  const options = { db, clients, logger, allowed };
  const change = (version: number, key: string, further: RetentionRules = {}) =>
    changeRetention(options, {
      ...{ version, tenant, requestId: "req_1", sent: { key, digest: "d" } },
      rules: { spins: { mode: "archive", days: 30 }, ...further },
    });
  return { asked, change, allowed };
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

test("a rule from before the operator allowed less does not stop a change of another one", async () => {
  const { change, allowed } = createBusiness();
  await change(0, "k-1");
  Object.assign(allowed, { daysMin: 60, modes: ["delete"] });
  const further = { transfers: { mode: "delete", days: 90 } } as const;
  expect(await change(1, "k-2", further)).toMatchObject({ stored: { version: 2, rules: further } });
  await expect(change(2, "k-3", { spins: { mode: "archive", days: 31 } })).rejects.toMatchObject({
    code: "retention_not_allowed",
  });
});

test("an archive is refused where no place for it is set, and nothing is stored", async () => {
  const { change } = createBusiness(false);
  await expect(change(0, "k-1")).rejects.toMatchObject({ code: "retention_not_allowed" });
  await expect(change(0, "k-1")).rejects.toMatchObject({ code: "retention_not_allowed" });
});

test("archives are offered where there is a place for them, also by a service that does not answer now", async () => {
  const asked = { businessId: "biz_1", requestId: "req_1" };
  const unary = async (_: unknown, __: unknown, ___: unknown, service: string) => {
    if (service === "roulettes") throw new Error("no answer");
    return { message: { canArchive: false } };
  };
  const clients = { unary } as unknown as RpcClients;
  const choices = await listChoices(clients, asked, ["archive", "delete"]);
  expect(choices).toContainEqual({ kind: "spins", modes: ["archive", "delete"] });
  expect(choices).toContainEqual({ kind: "withdrawals", modes: ["delete"] });
  expect((await listChoices(clients, asked, ["delete"])).every(({ modes }) => modes.join() === "delete")).toBe(true);
});
