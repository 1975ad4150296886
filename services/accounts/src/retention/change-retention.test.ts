import { randomBytes } from "node:crypto";
import type { Database } from "@tenant-ops/kit/data";
import type { RetentionRules } from "@tenant-ops/kit/retention";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { getSchema } from "@tenant-ops/kit/process";
import { openTestDatabase, testBackend } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accounts } from "../accounts.js";
import { changeRetention, deliverRules } from "./change-retention.js";
import { listChoices } from "./retention-services.js";
import { findNotDelivered, findRetention } from "./retentions.store.js";
import type { Retention, RetentionLimits } from "./retentions.types.js";

const logger = createLogger("gateway", "silent");
let db: Database;
beforeAll(async () => {
  const name = `test_retentions_${randomBytes(4).toString("hex")}`;
  const url = testBackend().mongodbUrl;
  db = await openTestDatabase({ url, name, appName: "gateway", logger, ...getSchema(accounts) });
});
afterAll(() => db.close());

interface StoredRules {
  version: number;
  chosenAt: string;
  rules: { kind: string; mode: string; days: number }[];
}

/** Records the calls of the services, and stores rules as the services do. */
function createServices(canArchive: boolean) {
  const asked: { method: string; rules: number }[] = [];
  const stored = new Map<string, StoredRules>();
  const down = new Set<string>();
  const unary = async ({ name }: { name: string }, given: StoredRules, _call: unknown, service: string) => {
    asked.push({ method: name, rules: given.rules.length });
    if (name !== "SetRetention") return { message: { canArchive, previewed: [] } };
    if (down.has(service)) throw new Error("no answer");
    const { version, rules, chosenAt } = given;
    const before = stored.get(service) ?? { version: 0, chosenAt: "" };
    if (before.version < version && before.chosenAt <= chosenAt) stored.set(service, { version, rules, chosenAt });
    return { message: stored.get(service) };
  };
  return { asked, stored, down, clients: { unary } as unknown as RpcClients };
}

const services = ["roulettes", "supply", "flows", "learning"];
const spinRule = (days: number) => ({ spins: { mode: "archive" as const, days } });

function createBusiness(canArchive = true) {
  const { asked, stored, down, clients } = createServices(canArchive);
  const caller = { businessId: `biz_${randomBytes(6).toString("hex")}`, keyId: "key_1" };
  const allowed: RetentionLimits = { daysMin: 1, modes: ["archive", "delete"] };
  const options = { db, clients, logger, allowed };
  const change = (version: number, key: string, rules: RetentionRules = spinRule(30)) =>
    changeRetention(options, {
      ...{ version, caller, requestId: "req_1", sent: { key, digest: "d" } },
      rules,
    });
  /** Repeats the delivery, as the periodic task does. */
  const repeatDelivery = async () => {
    const retention = await findRetention(db, caller.businessId);
    if (retention) await deliverRules(options, retention);
    return findRetention(db, caller.businessId);
  };
  return { allowed, asked, change, stored, down, repeatDelivery, businessId: caller.businessId };
}

test("a change reads no history, and a change of an outdated version calls no service", async () => {
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

test("a rule that the operator has stopped allowing does not prevent a change of another rule", async () => {
  const { change, allowed } = createBusiness();
  await change(0, "k-1");
  Object.assign(allowed, { daysMin: 60, modes: ["delete"] });
  const further = { ...spinRule(30), transfers: { mode: "delete" as const, days: 90 } };
  expect(await change(1, "k-2", further)).toMatchObject({ stored: { version: 2, rules: further } });
  await expect(change(2, "k-3", { spins: { mode: "archive", days: 31 } })).rejects.toMatchObject({
    code: "retention_not_allowed",
  });
});

test("a rule that archives is refused when the service has no archive store, and nothing is stored", async () => {
  const { change } = createBusiness(false);
  await expect(change(0, "k-1")).rejects.toMatchObject({ code: "retention_not_allowed" });
  await expect(change(0, "k-1")).rejects.toMatchObject({ code: "retention_not_allowed" });
});

const ofSpins = (days: number) => [expect.objectContaining({ kind: "spins", mode: "archive", days }) as object];
const restoreGateway = ({ _id, ...backup }: Retention) =>
  db.shared<Retention>("retentions").replaceOne({ _id }, backup);

async function takeBackup(businessId: string): Promise<Retention> {
  const backup = await findRetention(db, businessId);
  if (!backup) throw new Error("nothing is stored");
  return backup;
}

test("a service whose database was restored gets the rules again", async () => {
  const { change, stored, repeatDelivery } = createBusiness();
  await change(0, "k-1");
  await change(1, "k-2", spinRule(40));
  const delivered = stored.get("roulettes");
  stored.set("roulettes", { version: 1, chosenAt: "", rules: [{ kind: "spins", mode: "archive", days: 30 }] });
  stored.delete("supply");
  const before = await repeatDelivery();
  expect(stored.get("roulettes")).toEqual(delivered);
  expect(stored.get("supply")).toMatchObject({ version: 2, rules: [] });
  expect(before).toMatchObject({ version: 2, rules: spinRule(40) });
});

test("a gateway whose database was restored adopts the later choices of the business from the services", async () => {
  const { change, stored, repeatDelivery, businessId } = createBusiness();
  await change(0, "k-1", { ...spinRule(30), transfers: { mode: "delete", days: 9 } });
  const backup = await takeBackup(businessId);
  await change(1, "k-2", spinRule(999));
  await restoreGateway(backup);
  expect(await repeatDelivery()).toMatchObject({ version: 3, rules: spinRule(999) });
  for (const service of services) expect(stored.get(service)?.version).toBe(3);
  expect(stored.get("roulettes")?.rules).toEqual(ofSpins(999));
  expect(stored.get("supply")?.rules).toEqual([]);
  expect((await repeatDelivery())?.notDeliveredSince).toBeUndefined();
});

test("a change after such a restore reaches all services, although they have stored a later version", async () => {
  const { change, stored, businessId } = createBusiness();
  await change(0, "k-1");
  const backup = await takeBackup(businessId);
  for (const version of [1, 2, 3]) await change(version, `before-${version}`, spinRule(50 + version));
  await restoreGateway(backup);
  const { stored: answered } = await change(1, "after", spinRule(70));
  expect(answered).toMatchObject({ version: 5, rules: spinRule(70) });
  expect(answered.notDeliveredSince).toBeUndefined();
  expect(stored.get("roulettes")).toMatchObject({ version: 5, rules: ofSpins(70) });
});

test("a change after such a restore is in effect, also when the services have another change with the same version", async () => {
  const { change, stored, repeatDelivery, businessId } = createBusiness();
  await change(0, "k-1");
  const backup = await takeBackup(businessId);
  await change(1, "before", { spins: { mode: "delete", days: 30 } });
  await restoreGateway(backup);
  const { stored: answered } = await change(1, "after", {});
  expect(answered).toMatchObject({ version: 3, rules: {} });
  expect(stored.get("roulettes")).toMatchObject({ version: 3, rules: [] });
  expect(await repeatDelivery()).toMatchObject({ version: 3, rules: {} });
});

test("a change after such a restore is in effect, also when no service answers at first", async () => {
  const { change, stored, down, repeatDelivery, businessId } = createBusiness();
  await change(0, "k-1");
  const backup = await takeBackup(businessId);
  for (const version of [1, 2]) await change(version, `before-${version}`, spinRule(50 + version));
  await restoreGateway(backup);
  for (const service of services) down.add(service);
  expect((await change(1, "after", spinRule(70))).stored.notDeliveredSince).toBeDefined();
  down.clear();
  expect(await repeatDelivery()).toMatchObject({ version: 4, rules: spinRule(70) });
  expect(stored.get("roulettes")).toMatchObject({ version: 4, rules: ofSpins(70) });
});

test("a backup from before a complete delivery does not replace a later choice of the business", async () => {
  const { change, stored, down, repeatDelivery, businessId } = createBusiness();
  down.add("supply");
  await change(0, "k-1");
  const backup = await takeBackup(businessId);
  expect(backup.notDeliveredSince).toBeDefined();
  down.clear();
  await change(1, "k-2", spinRule(999));
  await restoreGateway(backup);
  expect(await repeatDelivery()).toMatchObject({ version: 3, rules: spinRule(999) });
  expect(stored.get("roulettes")?.rules).toEqual(ofSpins(999));
});

test("a delivery to a service that does not answer is repeated soon, and the rules of the others are adopted meanwhile", async () => {
  const { change, stored, down, repeatDelivery, businessId } = createBusiness();
  const rulesOf = (days: number): RetentionRules => ({ ...spinRule(days), transfers: { mode: "delete", days } });
  await change(0, "k-1", rulesOf(1));
  const backup = await takeBackup(businessId);
  await change(1, "k-2", rulesOf(2));
  down.add("supply");
  await change(2, "k-3", rulesOf(3));
  await restoreGateway(backup);
  expect(await repeatDelivery()).toMatchObject({
    rules: { ...rulesOf(1), ...spinRule(3) },
    notDeliveredSince: expect.any(Date) as Date,
  });
  down.clear();
  // Supply never received the third change: for its kinds, the second change is the latest that is stored anywhere.
  const last = await repeatDelivery();
  expect(last?.rules).toEqual({ ...rulesOf(2), ...spinRule(3) });
  expect(last?.notDeliveredSince).toBeUndefined();
  expect(stored.get("supply")?.rules).toEqual([expect.objectContaining({ kind: "transfers", days: 2 })]);
});

test("a service that does not answer a periodic delivery gets the rules soon", async () => {
  const { change, down, repeatDelivery } = createBusiness();
  await change(0, "k-1");
  down.add("roulettes");
  expect((await repeatDelivery())?.notDeliveredSince).toBeInstanceOf(Date);
  down.clear();
  expect((await repeatDelivery())?.notDeliveredSince).toBeUndefined();
});

test("businesses in offboarding do not delay the delivery of rules to others", async () => {
  const waiting = { version: 1, rules: {}, updatedAt: new Date(), chosenAt: {}, updatedBy: "key_1", answered: [] };
  const retentions = [1, 2, 3].map((number) => ({
    ...{ _id: `biz_${randomBytes(6).toString("hex")}`, ...waiting },
    notDeliveredSince: new Date(number),
  }));
  await db.shared<Retention>("retentions").insertMany(retentions);
  const [first, second, third] = retentions.map(({ _id }) => _id);
  for (const id of [first, second]) await db.closedBusinesses.setState(id ?? "", 1, "closed");
  expect((await findNotDelivered(db, 2)).map(({ _id }) => _id)[0]).toBe(third);
});

test("of two gateways that deliver at once, one adopts the rules of the services, and the versions stop growing", async () => {
  const { change, stored, repeatDelivery, businessId } = createBusiness();
  await change(0, "k-1");
  const backup = await takeBackup(businessId);
  for (const version of [1, 2, 3]) await change(version, `before-${version}`, spinRule(50 + version));
  await restoreGateway(backup);
  await Promise.all(Array.from({ length: 4 }, repeatDelivery));
  expect(await repeatDelivery()).toMatchObject({ version: 5, rules: spinRule(53) });
  expect(stored.get("roulettes")).toMatchObject({ version: 5, rules: ofSpins(53) });
});

test("of two changes the later one has the later time, also when the clock of its replica is behind", async () => {
  const { change, stored, businessId } = createBusiness();
  await change(0, "k-1");
  const ahead = new Date(Date.now() + 60_000);
  await db.shared<Retention>("retentions").updateOne({ _id: businessId }, { $set: { updatedAt: ahead } });
  expect((await change(1, "k-2", spinRule(40))).stored.updatedAt.getTime()).toBeGreaterThan(ahead.getTime());
  expect(stored.get("roulettes")?.rules).toEqual(ofSpins(40));
});

test("the mode archive is offered for services with an archive store, and for a service that does not answer now", async () => {
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
