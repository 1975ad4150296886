import { createSystemCall } from "@tenant-ops/kit/call";
import { newId } from "@tenant-ops/kit/data";
import { type BusinessData, createBusinessData } from "@tenant-ops/kit/offboarding";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { consoleService } from "../console.js";
import { leaveBusiness as leave } from "../members/members.verbs.js";
import type { Membership } from "../members/members.rules.js";
import { startTestConsole, type TestConsole } from "../testing.js";
import { eraseLastMember } from "./erase-former-member.js";
import { createMember, findPerson, findTraces, insertSession, joinAnother, toContext } from "./people.testing.js";
import type { Identity } from "../identity-providers/identity-providers.rules.js";
import type { Person } from "./people.rules.js";

let service: TestConsole;
let data: BusinessData;
beforeAll(async () => {
  service = await startTestConsole();
  const { db, bus } = open();
  data = createBusinessData({ db, bus, life: consoleService.life, service: "console" });
});
afterAll(() => service.close());

const open = () => service.running.context;
const callOf = (businessId: string) => createSystemCall(businessId, "test", { allowsClosed: "deleting" });

/** Deletes as the gateway does in an offboarding. @returns how many records were deleted, by collection */
async function deleteBusiness(businessId: string): Promise<Record<string, number>> {
  const requestId = newId("off");
  await data.setState(callOf(businessId), { state: "deleting", version: 1 });
  for (let pass = 1; ; pass += 1) {
    // One call per part, as the gateway makes them: on a busy machine the deadline of one call is not enough.
    const deletePart = () => data.delete(callOf(businessId), { requestId, pass });
    let part = await deletePart();
    while (!part.isComplete) part = await deletePart();
    if (part.changedInPass === 0)
      return Object.fromEntries(part.changed.map(({ collection, records }) => [collection, records]));
  }
}

const leaveBusiness = ({ businessId, personId }: Membership) =>
  leave(toContext(open().db))(createSystemCall(businessId, "test"), { personId });

describe("the deletion of a business", () => {
  test("deletes people who are members nowhere else, and counts each once", async () => {
    const { db } = open();
    const first = await createMember(db);
    const { businessId } = first;
    const both = [first, await createMember(db, businessId)];
    const other = await createMember(db, businessId);
    await insertSession(db, first.personId);
    await joinAnother(db, other.personId);
    expect(await deleteBusiness(businessId)).toMatchObject({ people: 2, memberships: 3, invitations: 3 });
    for (const { _id, personId } of both)
      expect(await findTraces(db, { _id, personId })).toEqual({
        ...{ invitation: false, person: false, membership: false, session: false },
      });
    expect(await findPerson(db, other.personId)).not.toBeNull();
  });

  test("keeps a person who becomes a member of another business after the check, because the transaction runs again", async () => {
    const { db } = open();
    const { businessId, personId, ...rest } = await createMember(db);
    let attempts = 0;
    await db.transaction(callOf(businessId), async (scope) => {
      attempts += 1;
      // From this read on, the snapshot of the transaction does not contain the new membership.
      await scope.ofShared<Membership>("memberships").findById(rest._id);
      if (attempts === 1) await joinAnother(db, personId);
      await eraseLastMember({ db, scope }, { ...rest, personId });
      return {};
    });
    expect(attempts).toBe(2);
    expect(await findPerson(db, personId)).not.toBeNull();
  });

  test("while its members join another business leaves each of them complete", async () => {
    const { db } = open();
    for (let round = 0; round < 5; round += 1) {
      const { businessId, personId } = await createMember(db);
      const person = (await findPerson(db, personId))!;
      const [other] = await Promise.all([joinAnother(db, personId, person), deleteBusiness(businessId)]);
      const memberships = await db.shared<Membership>("memberships").find({ personId }).toArray();
      expect(memberships.map((membership) => membership.businessId)).toEqual([other]);
      expect(await findPerson(db, personId)).toMatchObject({ name: person.name, email: person.email });
    }
  });

  test("deletes former members, and removes the business from the records of those who are members elsewhere", async () => {
    const { db } = open();
    const businessId = newId("biz");
    const [gone, elsewhere, ofProvider] = await Promise.all([1, 2, 3].map(() => createMember(db, businessId)));
    // The invitations have expired, so no invitation leads to a person any more.
    await db.shared("invitations").deleteMany({ businessId });
    await joinAnother(db, elsewhere!.personId);
    const identity = { _id: newId("hash"), businessId, personId: ofProvider!.personId, createdAt: new Date() };
    await db.shared<Identity>("identities").insertOne(identity);
    for (const one of [gone!, elsewhere!, ofProvider!]) await leaveBusiness(one);
    expect(await deleteBusiness(businessId)).toMatchObject({ people: 2, earlierMembers: 1, identities: 1 });
    expect(await findPerson(db, gone!.personId)).toBeNull();
    expect(await findPerson(db, ofProvider!.personId)).toBeNull();
    const stays = await findPerson(db, elsewhere!.personId);
    expect(stays).not.toBeNull();
    expect(JSON.stringify(stays)).not.toContain(businessId);
  });

  test("deletes hundreds of former members in one pass", async () => {
    const { db } = open();
    const businessId = newId("biz");
    const formerMembers = 450;
    const people = Array.from({ length: formerMembers }, (_, number): Person => {
      const email = `former-${number}@example.com`;
      return {
        _id: newId("per"),
        name: "Ana",
        email,
        language: null,
        createdAt: new Date(),
        joinedAt: new Date(),
        lastBusinessId: businessId,
      };
    });
    await db.shared<Person>("people").insertMany(people);
    const requestId = newId("off");
    await data.setState(callOf(businessId), { state: "deleting", version: 1 });
    const deletePart = () => data.delete(callOf(businessId), { requestId, pass: 1 });
    let part = await deletePart();
    while (!part.isComplete) part = await deletePart();
    expect(part.changed).toContainEqual({ collection: "people", records: formerMembers });
    expect(await db.shared<Person>("people").findOne({ lastBusinessId: businessId })).toBeNull();
  });

  test("keeps a person who was later a member of another business, which deletes the person in its own offboarding or after a month", async () => {
    const { db } = open();
    const { businessId, personId } = await createMember(db);
    await leaveBusiness({ businessId, personId } as Membership);
    const later = await joinAnother(db, personId);
    await leaveBusiness({ businessId: later, personId } as Membership);
    await deleteBusiness(businessId);
    expect(await findPerson(db, personId)).not.toBeNull();
    expect(await deleteBusiness(later)).toMatchObject({ people: 1 });
    expect(await findPerson(db, personId)).toBeNull();
  });
});
