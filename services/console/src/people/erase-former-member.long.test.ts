import { createSystemCall } from "@tenant-ops/kit/call";
import { newId } from "@tenant-ops/kit/data";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestConsole, type TestConsole } from "../testing.js";
import { eraseFormerMember } from "./erase-former-member.js";
import {
  createJoining,
  findTraces as findTracesIn,
  insertInvitation,
  insertSession,
  redeem,
  removeMemberships,
} from "./people.testing.js";
import type { Identity } from "../identity-providers/identity-providers.rules.js";
import type { Invitation } from "../invitations/invitations.rules.js";
import type { Person } from "./people.rules.js";

let service: TestConsole;
beforeAll(async () => {
  service = await startTestConsole();
});
afterAll(() => service.close());

const open = () => service.running.context;

const createInvitation = (given?: Partial<Invitation>) => insertInvitation(open().db, given);
const findTraces = (invitation: Invitation) => findTracesIn(open().db, invitation);
const removeMembership = ({ personId }: Invitation) => removeMemberships(open().db, personId);
const startSession = ({ personId }: Invitation) => insertSession(open().db, personId);

/** As the kit erases an invitation: it is read, the hook runs, and it is deleted, in one transaction. */
async function erase({ _id, businessId }: Invitation): Promise<void> {
  const { db } = open();
  await db.transaction(createSystemCall(businessId, "test"), async (scope) => {
    const invitations = scope.ofShared<Invitation>("invitations");
    const found = await invitations.findById(_id);
    if (!found) return;
    await eraseFormerMember({ db, scope, tombstone: "erased_1", isOfPerson: () => true }, found);
    await invitations.deleteOne({ _id });
  });
}

const nothing = { invitation: false, person: false, membership: false, session: false };
const member = { invitation: false, person: true, membership: true, session: true };

describe("the erasure of a person who was invited", () => {
  test("before the link is used invalidates the link, and nothing is stored about the person", async () => {
    const invitation = await createInvitation();
    await erase(invitation);
    expect(await redeem(open().db, invitation)).toBeUndefined();
    expect(await findTraces(invitation)).toEqual(nothing);
  });

  test("after the link was used changes nothing of the member", async () => {
    const invitation = await createInvitation();
    expect((await redeem(open().db, invitation))?.personId).toBe(invitation.personId);
    await startSession(invitation);
    await erase(invitation);
    expect(await findTraces(invitation)).toEqual(member);
  });

  test("after the membership has ended deletes the person and the sessions", async () => {
    const invitation = await createInvitation();
    await redeem(open().db, invitation);
    await startSession(invitation);
    await removeMembership(invitation);
    await erase(invitation);
    expect(await findTraces(invitation)).toEqual(nothing);
  });

  test("while the link is used leaves either a complete member or nothing", async () => {
    const outcomes = await Promise.all(
      // Each erasure and each use of a link needs a connection of its own, and a process has 50.
      Array.from({ length: 20 }, async () => {
        const invitation = await createInvitation();
        const [used] = await Promise.all([redeem(open().db, invitation), erase(invitation)]);
        const { session: _, ...traces } = await findTraces(invitation);
        const { session: __, ...expected } = used === undefined ? nothing : member;
        expect(traces).toEqual(expected);
      }),
    );
    expect(outcomes).toHaveLength(20);
  });

  test("while a former member joins another business leaves either a complete member of it or no person", async () => {
    for (let round = 0; round < 20; round += 1) {
      const invitation = await createInvitation();
      await redeem(open().db, invitation);
      await removeMembership(invitation);
      const person = await open().db.shared<Person>("people").findOne({ _id: invitation.personId });
      const further = await createInvitation();
      await Promise.all([redeem(open().db, further, person ? createJoining(person) : undefined), erase(invitation)]);
      // The invitation of the other business worked, so the membership is there.
      const { person: isKnown, membership } = await findTraces(invitation);
      expect({ isKnown, membership }).toEqual({ isKnown: true, membership: true });
    }
  });

  test("keeps the identity at a provider, so that a removed member does not become a member again by signing in", async () => {
    const invitation = await createInvitation();
    await redeem(open().db, invitation);
    const { businessId, personId } = invitation;
    const identity = { _id: newId("hash"), businessId, personId, createdAt: new Date() };
    await open().db.shared<Identity>("identities").insertOne(identity);
    await removeMembership(invitation);
    await erase(invitation);
    expect(await findTraces(invitation)).toEqual(nothing);
    expect(await open().db.shared<Identity>("identities").findOne({ _id: identity._id })).toEqual(identity);
  });
});
