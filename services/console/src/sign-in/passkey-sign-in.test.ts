// Signing in with a passkey of a software authenticator that also sends wrong answers.
import { hashToken } from "@tenant-ops/kit/http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Challenge } from "../passkeys/challenges.store.js";
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from "../passkeys/software-authenticator.testing.js";
import { startTestConsole, testAppUrl, type TestConsole } from "../testing.js";
import { newPersonId } from "../people/people.store.js";
import type { Person } from "../people/people.rules.js";

let service: TestConsole;
beforeAll(async () => {
  service = await startTestConsole();
});
afterAll(() => service.close());

const getDatabase = () => service.running.context.db;

async function send(path: string, body: object, cookie = "") {
  const answer = await fetch(`${service.httpUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });
  const cookies = answer.headers.getSetCookie().map((text) => text.split(";")[0] ?? "");
  return { status: answer.status, cookies, body: (await answer.json()) as Record<string, unknown> };
}

/** A browser that has asked for a challenge. */
async function begin(): Promise<{ challenge: string; cookie: string }> {
  const { body, cookies } = await send("/sign-in/passkey/options", {});
  return { challenge: (body["options"] as { challenge: string }).challenge, cookie: cookies[0] ?? "" };
}

async function createPerson(counter: number): Promise<{ personId: string; authenticator: SoftwareAuthenticator }> {
  const authenticator = createSoftwareAuthenticator(testAppUrl, counter);
  const personId = newPersonId();
  const now = new Date();
  const person = {
    _id: personId,
    name: "Ana",
    email: "ana@example.com",
    language: null,
    createdAt: now,
    joinedAt: now,
  };
  await getDatabase()
    .shared<Person>("people")
    .insertOne({ ...person, passkeys: [authenticator.passkey] });
  return { personId, authenticator };
}

const rejected = { status: 422, body: { error: "passkey_rejected" }, cookies: [] };

describe("signing in with a passkey", () => {
  test("works with a right answer, once, and stores the counter", async () => {
    const { personId, authenticator } = await createPerson(7);
    const { challenge, cookie } = await begin();
    const answer = authenticator.answer(challenge, personId);
    const signedIn = await send("/sign-in/passkey", { answer }, cookie);
    expect([signedIn.status, signedIn.cookies[0]]).toEqual([200, expect.stringMatching(/^session=/)]);
    expect(await send("/sign-in/passkey", { answer }, cookie)).toMatchObject(rejected);
    const stored = await getDatabase().shared<Person>("people").findOne({ _id: personId });
    expect(stored?.passkeys).toMatchObject([{ counter: 8, lastUsedAt: expect.any(Date) }]);
  });

  test.each([
    ["a counter that has gone back, as that of a copied authenticator does", { counter: 6 }],
    ["a counter that has not grown", { counter: 7 }],
    ["an answer for a page of another origin", { origin: "https://evil.example.com" }],
    ["an answer for another port of the same host", { origin: "http://app.example:2" }],
    ["an answer for another host", { relyingPartyId: "evil.example.com" }],
    ["a person whom the authenticator has not verified", { isUserVerified: false }],
    ["an answer that makes a passkey and does not use one", { type: "webauthn.create" }],
  ])("refuses %s, and the passkey still works afterwards", async (_name, wrong) => {
    const { personId, authenticator } = await createPerson(7);
    const first = await begin();
    const answer = authenticator.answer(first.challenge, personId, wrong);
    expect(await send("/sign-in/passkey", { answer }, first.cookie)).toMatchObject(rejected);
    const next = await begin();
    const right = authenticator.answer(next.challenge, personId);
    expect((await send("/sign-in/passkey", { answer: right }, next.cookie)).status).toBe(200);
  });

  test("works again and again with an authenticator that does not count", async () => {
    const { personId, authenticator } = await createPerson(0);
    for (let times = 0; times < 2; times += 1) {
      const { challenge, cookie } = await begin();
      const answer = authenticator.answer(challenge, personId, { counter: 0 });
      expect((await send("/sign-in/passkey", { answer }, cookie)).status).toBe(200);
    }
  });

  test("refuses a challenge that has expired, of another browser, or that was never made", async () => {
    const { personId, authenticator } = await createPerson(7);
    const [expired, own, other] = [await begin(), await begin(), await begin()];
    const challenges = getDatabase().shared<Challenge>("challenges");
    await challenges.updateOne(
      { _id: hashToken(expired.challenge) },
      { $set: { expiresAt: new Date(Date.now() - 1) } },
    );
    const sendAnswer = (challenge: string, cookie: string) =>
      send("/sign-in/passkey", { answer: authenticator.answer(challenge, personId) }, cookie);
    expect(await sendAnswer(expired.challenge, expired.cookie)).toMatchObject(rejected);
    expect(await sendAnswer(own.challenge, other.cookie)).toMatchObject(rejected);
    expect(await sendAnswer(own.challenge, "")).toMatchObject(rejected);
    expect(await sendAnswer("A".repeat(43), own.cookie)).toMatchObject(rejected);
    expect((await sendAnswer(own.challenge, own.cookie)).status).toBe(200);
  });

  test("refuses the passkey of one person in the name of another, a wrong signature, and one that is unknown", async () => {
    const [ana, luz] = [await createPerson(1), await createPerson(1)];
    const sendAnswer = async (createAnswer: (challenge: string) => object) => {
      const { challenge, cookie } = await begin();
      return send("/sign-in/passkey", { answer: createAnswer(challenge) }, cookie);
    };
    expect(await sendAnswer((challenge) => ana.authenticator.answer(challenge, luz.personId))).toMatchObject(rejected);
    const unknown = createSoftwareAuthenticator(testAppUrl, 1);
    expect(await sendAnswer((challenge) => unknown.answer(challenge, ana.personId))).toMatchObject(rejected);
    const { id } = ana.authenticator.answer("", ana.personId) as { id: string };
    const forged = await sendAnswer((challenge) => ({ ...unknown.answer(challenge, ana.personId), id, rawId: id }));
    expect(forged).toMatchObject(rejected);
  });

  test("of two answers to two challenges with the same counter, one is accepted", async () => {
    const { personId, authenticator } = await createPerson(3);
    const begun = [await begin(), await begin()];
    const answers = await Promise.all(
      begun.map(({ challenge, cookie }) =>
        send("/sign-in/passkey", { answer: authenticator.answer(challenge, personId) }, cookie),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
  });
});
