// What a person who joins a further business keeps.
import { createSystemCall } from "@tenant-ops/kit/call";
import { newId } from "@tenant-ops/kit/data";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authenticateWithPasskey, type PasskeyAnswer } from "../passkeys/passkeys.verbs.js";
import { createChallenge } from "../passkeys/challenges.js";
import { addPasskey, confirmPasskeys } from "../passkeys/passkeys.store.js";
import { createRelyingParty } from "../passkeys/relying-party.js";
import { createSoftwareAuthenticator } from "../passkeys/software-authenticator.testing.js";
import { createMember, findPerson, joinAnother } from "../people/people.testing.js";
import { insertSession, keepOneSession, listSessionsOfPerson } from "../sessions/sessions.store.js";
import { startTestConsole, testAppUrl, type TestConsole } from "../testing.js";
import type { Passkey, Person } from "../people/people.rules.js";
import type { Session } from "../sessions/sessions.rules.js";

let service: TestConsole;
beforeAll(async () => {
  service = await startTestConsole();
});
afterAll(() => service.close());

const open = () => service.running.context.db;

async function createPersonWith(passkeys: Passkey[]): Promise<string> {
  const { personId } = await createMember(open());
  await open().shared<Person>("people").updateOne({ _id: personId }, { $set: { passkeys } });
  return personId;
}

const createPasskey = (isFromLink: boolean): Passkey => ({
  ...createSoftwareAuthenticator(testAppUrl, 0).passkey,
  ...(isFromLink && { isFromLink: true as const }),
});

const confirm = (personId: string, known: readonly string[]) =>
  open().transaction(createSystemCall(newId("biz"), "join"), async (scope) => ({
    count: await confirmPasskeys(scope, personId, known),
  }));

test("passkeys that were added after a link stay when the person knows them, and lose their mark", async () => {
  const [own, known, foreign] = [createPasskey(false), createPasskey(true), createPasskey(true)];
  const personId = await createPersonWith([own, known, foreign]);
  expect(await confirm(personId, [known._id, own._id, "psk_unknown"])).toEqual({ count: 2 });
  const { isFromLink: _, ...kept } = known;
  expect((await findPerson(open(), personId))?.passkeys).toEqual([own, kept]);
});

test("a person without a passkey, and one who knows none of them, has none", async () => {
  const { personId } = await createMember(open());
  expect(await confirm(personId, [])).toEqual({ count: 0 });
  expect(await confirm(await createPersonWith([createPasskey(true)]), [])).toEqual({ count: 0 });
});

test("of the sessions of the person one stays, with a new token, as none of a link any more, and with a proof only without a passkey", async () => {
  for (const proven of [true, false]) {
    const { personId } = await createMember(open());
    const started = new Date();
    const create = (): Session => ({
      ...{ _id: newId("sgn"), tokenHash: newId("hash"), personId, startedBy: "link", isFromLink: true },
      ...{ createdAt: started, lastUsedAt: started, expiresAt: new Date(started.getTime() + 60_000) },
      ...{ provenAt: new Date(0), userAgent: "", address: "" },
    });
    const [used, other] = [create(), create()];
    for (const session of [used, other]) await insertSession(open(), session);
    await open().transaction(createSystemCall(newId("biz"), "join"), async (scope) => {
      await keepOneSession(scope, used, { tokenHash: `new-${used._id}`, ...(proven && { provenAt: scope.now }) });
      return {};
    });
    const { items } = await listSessionsOfPerson(open(), personId, { limit: 5, cursor: "" });
    expect(items).toMatchObject([{ _id: used._id, tokenHash: `new-${used._id}`, isFromLink: false }]);
    expect((items[0]?.provenAt.getTime() ?? 0) > 0).toBe(proven);
  }
});

describe("what others have begun as the person before", () => {
  async function insertOpenSession(personId: string): Promise<Session> {
    const now = new Date();
    const session: Session = {
      ...{ _id: newId("sgn"), tokenHash: newId("hash"), personId, startedBy: "link", isFromLink: true },
      ...{ createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + 60_000), provenAt: now },
      ...{ userAgent: "", address: "" },
    };
    await insertSession(open(), session);
    return session;
  }

  test("a passkey that is being added is not stored any more", async () => {
    const { personId } = await createMember(open());
    const session = await insertOpenSession(personId);
    const add = () => addPasskey(open(), session, createPasskey(true));
    expect(await add()).toBe("added");
    await joinAnother(open(), personId);
    expect([await add(), (await findPerson(open(), personId))?.passkeys]).toEqual(["ended", []]);
  });

  test("nor is one at the same time", async () => {
    for (let times = 0; times < 10; times += 1) {
      const { personId } = await createMember(open());
      const session = await insertOpenSession(personId);
      const add = () => addPasskey(open(), session, createPasskey(true));
      await Promise.all([add(), add(), joinAnother(open(), personId), add(), add()]);
      expect((await findPerson(open(), personId))?.passkeys ?? []).toEqual([]);
    }
  });

  test("a passkey that was accepted begins no session any more", async () => {
    const authenticator = createSoftwareAuthenticator(testAppUrl, 0);
    const personId = await createPersonWith([{ ...authenticator.passkey, isFromLink: true }]);
    const relyingParty = createRelyingParty(testAppUrl);
    const challengeFor = { purpose: "sign-in", binding: newId("hash") } as const;
    const challenge = await createChallenge(open(), { ...challengeFor, address: personId });
    const answer = authenticator.answer(challenge.toString("base64url"), personId) as PasskeyAnswer;
    const { isStillAllowed } = await authenticateWithPasskey({ db: open(), relyingParty }, answer, challengeFor);
    expect(await isStillAllowed()).toBe(true);
    await joinAnother(open(), personId);
    expect(await isStillAllowed()).toBe(false);
  });
});
