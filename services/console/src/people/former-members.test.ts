import { createSystemCall } from "@tenant-ops/kit/call";
import { dayMs, newId } from "@tenant-ops/kit/data";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inviteAsOperator } from "../invitations/invitations.verbs.js";
import { signInIdentity } from "../identity-providers/identity-providers.verbs.js";
import { leaveBusiness as leave } from "../members/members.verbs.js";
import type { Membership } from "../members/members.rules.js";
import { startTestConsole, type TestConsole } from "../testing.js";
import { createFormerMemberRound, formerMemberDays } from "./former-members.js";
import { deleteUnchanged, setSignedIn } from "./people.store.js";
import {
  createMember,
  findPerson,
  insertInvitation,
  joinAnother,
  removeMemberships,
  toContext,
} from "./people.testing.js";
import type { IdentityProvider } from "../identity-providers/identity-providers.rules.js";
import type { Person } from "./people.rules.js";

let service: TestConsole;
beforeAll(async () => {
  service = await startTestConsole();
});
afterAll(() => service.close());

const open = () => service.running.context.db;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);
const [before, after] = [formerMemberDays - 1, formerMemberDays + 1];

/** Checks all people, as the task does after this many days. */
async function runTaskIn(days: number): Promise<void> {
  await runTaskAndCount(days);
}

/** @returns how many records could not be read */
async function runTaskAndCount(days: number): Promise<number> {
  let damaged = 0;
  const options = { readNow: () => inDays(days), onDamaged: () => void (damaged += 1) };
  const runRound = createFormerMemberRound(open(), createLogger("console", "silent"), options);
  while (await runRound());
  return damaged;
}

async function leaveBusiness({ businessId, personId }: Pick<Membership, "businessId" | "personId">): Promise<void> {
  await leave(toContext(open()))(createSystemCall(businessId, "test"), { personId });
}

async function createFormerMember(): Promise<Membership> {
  const member = await createMember(open());
  await leaveBusiness(member);
  return member;
}

const isKnown = async ({ personId }: Pick<Membership, "personId">) => (await findPerson(open(), personId)) !== null;

test("a person is deleted a month after the last membership ended, and not before", async () => {
  const [member, former] = [await createMember(open()), await createFormerMember()];
  await runTaskIn(before);
  expect(await isKnown(former)).toBe(true);
  await runTaskIn(after);
  expect([await isKnown(former), await isKnown(member)]).toEqual([false, true]);
});

test("a person who is a member of another business, was invited, or has signed in since is kept", async () => {
  const [elsewhere, invited, signedIn, back] = await Promise.all([1, 2, 3, 4].map(createFormerMember));
  await joinAnother(open(), elsewhere!.personId);
  const { email = "" } = (await findPerson(open(), invited!.personId)) ?? {};
  await insertInvitation(open(), { email, expiresAt: inDays(after + 5) });
  await setSignedIn(open(), signedIn!.personId, inDays(before));
  await joinAnother(open(), back!.personId);
  await removeMemberships(open(), back!.personId);
  await open()
    .shared<Person>("people")
    .updateOne({ _id: back!.personId }, { $set: { joinedAt: inDays(before) } });
  await runTaskIn(after);
  const all = [elsewhere!, invited!, signedIn!, back!];
  expect(await Promise.all(all.map(isKnown))).toEqual([true, true, true, true]);
  await runTaskIn(after + formerMemberDays + 5);
  expect(await Promise.all(all.map(isKnown))).toEqual([true, false, false, false]);
});

test("a damaged record of a person is counted, and the people after it are still deleted", async () => {
  const people = await Promise.all(Array.from({ length: 4 }, createFormerMember));
  const [first, second, ...others] = people.toSorted((one, other) => (one.personId < other.personId ? -1 : 1));
  const damage = ({ personId }: Membership, change: object) =>
    open().shared<Person>("people").updateOne({ _id: personId }, change);
  await damage(first!, { $unset: { email: true } });
  await damage(second!, { $set: { membershipEndedAt: "2026-01-01" } });
  expect(await runTaskAndCount(after)).toBe(2);
  expect(await Promise.all(others.map(isKnown))).toEqual([false, false]);
  await damage(first!, { $set: { email: "ana@example.com" } });
  await damage(second!, { $set: { membershipEndedAt: new Date() } });
  expect(await runTaskAndCount(after)).toBe(0);
  expect([await isKnown(first!), await isKnown(second!)]).toEqual([false, false]);
});

test("an invitation to the address of the person in other case keeps the person", async () => {
  const former = await createFormerMember();
  const { email } = (await findPerson(open(), former.personId))!;
  const { businessId } = await createMember(open());
  const given = { name: "Ana", email: email.toUpperCase(), role: "viewer", invitedBy: "an operator" } as const;
  const { config } = service.running.context;
  await inviteAsOperator({ ...toContext(open()), config })(createSystemCall(businessId, "test"), given);
  // An invitation works for seven days.
  const isLooked = await open()
    .shared<Person>("people")
    .updateOne({ _id: former.personId }, { $set: { membershipEndedAt: inDays(-after), joinedAt: inDays(-after) } });
  expect(isLooked.matchedCount).toBe(1);
  await runTaskIn(0);
  expect(await isKnown(former)).toBe(true);
});

test("a person who joins, leaves or signs in after the task has read the record is kept", async () => {
  const db = open();
  const changes: ((former: Membership) => Promise<unknown>)[] = [
    ({ personId }) => joinAnother(db, personId),
    ({ personId }) => setSignedIn(db, personId, new Date()),
    async ({ personId }) => leaveBusiness({ personId, businessId: await joinAnother(db, personId) }),
  ];
  for (const change of changes) {
    const former = await createFormerMember();
    const seen = (await findPerson(db, former.personId))!;
    await change(former);
    expect(await deleteUnchanged(db, seen)).toBe(false);
    expect(await isKnown(former)).toBe(true);
  }
});

test("a person who joins while the task runs is kept completely", async () => {
  const db = open();
  for (let round = 0; round < 8; round += 1) {
    const former = await createFormerMember();
    const person = (await findPerson(db, former.personId))!;
    await Promise.all([joinAnother(db, former.personId, person), runTaskIn(after)]);
    expect(await findPerson(db, former.personId)).toMatchObject({ name: person.name, email: person.email });
  }
});

test("a removed member does not become a member again by signing in at the provider of the business", async () => {
  const provider = { _id: newId("biz"), issuer: "https://idp.example", domains: ["example.com"], role: "viewer" };
  const claims = {
    subject: newId("sub"),
    email: "ana@example.com",
    isEmailVerified: true,
    name: "Ana",
    authenticatedAt: undefined,
  };
  const signIn = () => signInIdentity(toContext(open()))(provider as IdentityProvider, claims);
  const personId = (await signIn())!;
  await leaveBusiness({ businessId: provider._id, personId });
  expect(await signIn()).toBeUndefined();
  await runTaskIn(after);
  expect(await isKnown({ personId })).toBe(false);
  expect(await signIn()).toBeUndefined();
});
