import { randomBytes } from "node:crypto";
import { createSystemCall } from "@tenant-ops/kit/call";
import { type Database, migrateDatabase, newId } from "@tenant-ops/kit/data";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { openTestDatabase, testBackend } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { consoleService } from "../console.js";
import type { Invitation } from "../invitations/invitations.types.js";
import { redeemInvitation } from "../invitations/redeem-invitation.js";
import { findMemberByEmail } from "../members/members.store.js";
import type { Membership } from "../members/members.types.js";
import { insertInvitation } from "../people/people.testing.js";
import type { Person } from "../people/people.types.js";
import { migrations } from "./migrations.js";

const logger = createLogger("console", "silent");
const { shared: sharedIndexes, indexes } = consoleService;
const options = {
  ...{ url: testBackend().mongodbUrl, appName: "console", logger, indexes, sharedIndexes },
  name: `test_console_addresses_${randomBytes(4).toString("hex")}`,
};
let db: Database;
/** The data as the previous version stored it. */
beforeAll(async () => {
  db = await openTestDatabase({ ...options, migrations: migrations.slice(0, 2) });
});
afterAll(() => db.close());

const readAddresses = async (collection: string) =>
  (await db.shared<{ _id: string; email: string }>(collection).find({}).toArray()).map(({ email }) => email);

test("addresses that the previous version stored are changed to lower case, and people whose addresses become equal keep their rights", async () => {
  const businessId = newId("biz");
  const [first, second] = [await insertInvitation(db, { businessId }), await insertInvitation(db, { businessId })];
  await redeemInvitation(db, first);
  await redeemInvitation(db, { ...second, role: "owner" });
  const write = async (collection: string, filter: object, email: string) =>
    expect((await db.shared(collection).updateOne(filter, { $set: { email } })).matchedCount).toBe(1);
  for (const [{ _id, personId }, email] of [
    [first, "Ana@Example.com"],
    [second, "ANA@example.com"],
  ] as const) {
    await write("invitations", { _id }, email);
    await write("people", { _id: personId }, email);
    await write("memberships", { personId }, email);
  }
  const open = await insertInvitation(db, { businessId, email: "Eva@Example.com" });

  await migrateDatabase({ ...options, migrations });
  expect(await readAddresses("people")).toEqual(["ana@example.com", "ana@example.com"]);
  expect(await readAddresses("memberships")).toEqual(["ana@example.com", "ana@example.com"]);
  expect((await readAddresses("invitations")).toSorted()).toEqual([
    "ana@example.com",
    "ana@example.com",
    "eva@example.com",
  ]);
  const members = await db.shared<Membership>("memberships").find({}).toArray();
  const roles = new Map(members.map(({ personId, role }) => [personId, role]));
  expect(Object.fromEntries(roles)).toEqual({ [first.personId]: "viewer", [second.personId]: "owner" });
  // A link of the operator signs in the person who joined first.
  const found = await db.transaction(createSystemCall(businessId, "test"), async (scope) => ({
    personId: (await findMemberByEmail(scope, "aNa@example.com"))?.personId,
  }));
  expect(found).toEqual({ personId: first.personId });
  expect(await redeemInvitation(db, open)).toBe(open.personId);
  const eva = await db.shared<Person>("people").findOne({ _id: open.personId });
  expect(eva).toMatchObject({ email: "eva@example.com" });
  const link = await db.shared<Invitation>("invitations").findOne({ _id: open._id });
  expect(link?.usedAt).toBeInstanceOf(Date);
});
