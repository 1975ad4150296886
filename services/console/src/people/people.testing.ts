import { createSystemCall } from "@tenant-ops/kit/call";
import { type Database, newId } from "@tenant-ops/kit/data";
import { redeemInvitation } from "../invitations/invitations.verbs.js";
import type { Membership } from "../members/members.rules.js";
import type { Invitation, JoiningPerson } from "../invitations/invitations.rules.js";
import type { ConsoleContext } from "../context.js";
import type { Session } from "../sessions/sessions.rules.js";
import type { Person } from "./people.rules.js";

/** The verbs of these tests read and write only: they publish and sign nothing. */
export const toContext = (db: Database) => ({ db, bus: { publish: () => undefined } }) as unknown as ConsoleContext;

/** Uses a link, as its page does. */
export const redeem = (db: Database, invitation: Invitation, as?: JoiningPerson) =>
  redeemInvitation(toContext(db))(createSystemCall(invitation.businessId, "test"), { invitation, ...(as && { as }) });

/** A link that creates a person, of a business of its own unless one is given. */
export async function insertInvitation(db: Database, given: Partial<Invitation> = {}): Promise<Invitation> {
  const _id = newId("inv");
  const invitation: Invitation = {
    _id,
    businessId: newId("biz"),
    tokenHash: _id,
    name: "Ana Pérez",
    email: `${_id.toLowerCase()}@example.com`,
    role: "viewer",
    invitedBy: "an operator",
    inviterId: null,
    personId: newId("per"),
    isRecovery: false,
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
    usedAt: null,
    ...given,
  };
  await db.shared<Invitation>("invitations").insertOne(invitation);
  return invitation;
}

/** A member of a business. @param businessId by default a business of its own */
export async function createMember(db: Database, businessId?: string): Promise<Membership> {
  const invitation = await insertInvitation(db, businessId === undefined ? {} : { businessId });
  await redeem(db, invitation);
  const { personId } = invitation;
  const found = await db.shared<Membership>("memberships").findOne({ personId });
  if (!found) throw new Error("the invitation made no member");
  return found;
}

/** Makes a person a member of another business. @param known the person as the request has read it. @returns that business */
export async function joinAnother(db: Database, personId: string, known?: Person): Promise<string> {
  const person = known ?? (await findPerson(db, personId)) ?? undefined;
  const invitation = await insertInvitation(db);
  if (!person || !(await redeem(db, invitation, createJoining(person)))) throw new Error("the person did not join");
  return invitation.businessId;
}

/** The person as one who is signed in and recognises no passkey. */
export function createJoining(person: Person): JoiningPerson {
  return {
    person,
    session: { _id: newId("ses"), personId: person._id } as Session,
    tokenHash: newId("hash"),
    knownPasskeys: [],
  };
}

export const findPerson = (db: Database, personId: string) => db.shared<Person>("people").findOne({ _id: personId });

export async function insertSession(db: Database, personId: string): Promise<void> {
  const session = { _id: newId("ses"), personId, tokenHash: newId("hash"), expiresAt: new Date(Date.now() + 60_000) };
  await db.shared<Session>("sessions").insertOne(session as Session);
}

export async function removeMemberships(db: Database, personId: string): Promise<void> {
  await db.shared<Membership>("memberships").deleteMany({ personId });
}

/** All records about the person of an invitation, and about the session. */
export async function findTraces(db: Database, { _id, personId }: Pick<Invitation, "_id" | "personId">) {
  const [invitation, person, membership, session] = await Promise.all([
    db.shared<Invitation>("invitations").findOne({ _id }),
    findPerson(db, personId),
    db.shared<Membership>("memberships").findOne({ personId }),
    db.shared<Session>("sessions").findOne({ personId }),
  ]);
  return {
    invitation: invitation !== null,
    person: person !== null,
    membership: membership !== null,
    session: session !== null,
  };
}
