import { MongoClient } from "mongodb";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { scrape } from "./support/mesh/metrics.js";
import {
  type Business,
  createCenterStock,
  type OwnTestMesh,
  requireProcess,
  startTestMesh,
  withdrawalArguments,
} from "./support/mesh/test-mesh.js";
import { createRule } from "./support/people/approval-rules.js";
import { type MailServer, startMailServer } from "./support/people/mail-server.js";
import { joinBusiness, type Person } from "./support/people/people.js";

// People are told by e-mail that requests of agents wait for them.

let mailServer: MailServer;
let testMesh: OwnTestMesh;
let mongo: MongoClient;
beforeAll(async () => {
  mailServer = await startMailServer();
  const env = { console: { SMTP_URL: mailServer.url, MAIL_FROM: "Approvals <approvals@example.com>" } };
  testMesh = await startTestMesh({ services: ["supply", "approvals", "console"], env });
  mongo = await new MongoClient(testMesh.mesh.mongodbUrl).connect();
});
afterAll(async () => {
  await mongo.close();
  await testMesh.stop();
  await mailServer.close();
});
beforeEach(() => {
  mailServer.answer = "accept";
});

const minuteMs = 60_000;

interface Member extends Person {
  email: string;
}

interface Approving {
  business: Business;
  ids: object;
  path: string;
  owner: Member;
  join: (role: string, language?: string) => Promise<Member>;
}

/** A business whose withdrawals people approve. Its owner gets no mails. */
async function createApproving(): Promise<Approving> {
  const business = await testMesh.createBusiness();
  const { ids } = await createCenterStock(testMesh, business, 900);
  const path = `/v1/console/businesses/${business.businessId}`;
  const join = async (role: string, language = "en") => {
    const email = `${role}-${crypto.randomUUID()}@example.com`;
    const person = await joinBusiness(testMesh, business.businessId, { role, email });
    await person.call("PATCH", "/v1/console/profile", { language });
    return { ...person, email };
  };
  const owner = await join("owner");
  await owner.call("PUT", `${path}/approval-policy`, { version: 0, rules: [createRule()] });
  await setNotices(owner, path, { byEmail: false, quietHours: null });
  return { business, ids, path, owner, join };
}

async function setNotices(person: Person, path: string, settings: object): Promise<void> {
  const set = await person.call("PUT", `${path}/approval-notices`, settings);
  expect(set).toMatchObject({ status: 200, body: { ...settings, isOffered: true } });
}

/** @returns the id of the approval */
async function ask({ business, ids }: Approving, worker = "w-1"): Promise<string> {
  const args = { ...withdrawalArguments(ids), worker_id: worker };
  const proposed = await testMesh.callToolOrThrow(business, "supply_propose_withdrawal", args);
  return (proposed["approval"] as { id: string }).id;
}

const memberships = () => mongo.db(`${testMesh.mesh.databasePrefix}console`).collection("memberships");
const findNotice = async ({ email }: Member) => (await memberships().findOne({ email }))?.["notice"];

/** As if the last mail were of yesterday, and the time for the next one had come. */
const makeDue = ({ email }: Member) =>
  memberships().updateOne(
    { email, "notice.dueAt": { $exists: true } },
    { $set: { "notice.dueAt": new Date(), "notice.sentAt": new Date(0) } },
  );

async function waitForMails({ email }: Member, count: number): Promise<void> {
  await expect.poll(() => mailServer.listTo(email).length).toBe(count);
}

/** There is nothing to tell. */
async function waitUntilIdle(member: Member): Promise<void> {
  await expect.poll(async () => (await findNotice(member))?.dueAt ?? "idle").toBe("idle");
}

/** The task has looked at the notice, and has put it off. */
async function waitUntilPutOff(member: Member): Promise<void> {
  const readDue = async () => (await findNotice(member))?.dueAt.getTime() ?? 0;
  await expect.poll(readDue).toBeGreaterThan(Date.now() + 2 * minuteMs);
}

test("a request makes one mail to each person who decides, in the language of the person, and none to others", async () => {
  const approving = await createApproving();
  const [approver, admin] = [await approving.join("approver"), await approving.join("admin", "pt")];
  const others = [await approving.join("viewer"), await approving.join("operator"), approving.owner];
  const id = await ask(approving, "worker-of-the-preview");
  await Promise.all([waitForMails(approver, 1), waitForMails(admin, 1)]);
  const [english, portuguese] = [approver, admin].map(({ email }) => mailServer.listTo(email)[0]?.text ?? "");
  const url = `${testMesh.mesh.appUrl}/b/${approving.business.businessId}/approvals/${id}`;
  expect(english).toMatch(/Subject: 1 request waits for your decision/);
  expect(english).toContain(`Withdrawal\r\nWho asks: test\r\n\r\nDecide here:\r\n${url}`);
  expect(portuguese).toContain(`Retirada\r\nQuem pede: test\r\n\r\nDecida aqui:\r\n${url}`);
  for (const text of [english, portuguese]) expect(text).not.toMatch(/worker-of-the-preview|Gloves|worker@example/);
  await Promise.all([waitUntilIdle(approver), waitUntilIdle(admin)]);
  expect([approver, admin].map(({ email }) => mailServer.listTo(email).length)).toEqual([1, 1]);
  expect(others.flatMap(({ email }) => mailServer.listTo(email))).toEqual([]);
});

test("of thirty requests within seconds a person gets one mail, and what comes within ten minutes is told in the next one", async () => {
  const approving = await createApproving();
  const approver = await approving.join("approver");
  for (let round = 0; round < 10; round += 1)
    await Promise.all([0, 1, 2].map((index) => ask(approving, `w-${round}-${index}`)));
  await waitForMails(approver, 1);
  await ask(approving, "late");
  await waitUntilPutOff(approver);
  expect(mailServer.listTo(approver.email).length).toBe(1);
  await makeDue(approver);
  await waitForMails(approver, 2);
  expect(mailServer.listTo(approver.email)[1]?.text).toMatch(/Subject: 31 requests wait for your decision/);
});

test("in quiet hours nobody is told; a change of the settings counts for what waits, and what is decided by then is not told", async () => {
  const approving = await createApproving();
  const { path, owner } = approving;
  const [approver, demoted] = [await approving.join("approver"), await approving.join("approver")];
  // The business is in Mexico City, whose clocks are six hours behind UTC.
  const hour = (new Date().getUTCHours() + 18) % 24;
  const quietHours = { from: hour, to: (hour + 12) % 24 };
  for (const person of [approver, demoted]) await setNotices(person, path, { byEmail: true, quietHours });
  const [decided, kept] = [await ask(approving, "decided"), await ask(approving, "kept")];
  await Promise.all([waitUntilPutOff(approver), waitUntilPutOff(demoted)]);
  const decision = { decision: "reject", revision: 1, policyVersion: 1 };
  const decide = (id: string) => owner.call("POST", `${path}/approvals/${id}/decision`, decision);
  expect((await decide(decided)).status).toBe(200);
  const listed = await owner.call("GET", `${path}/members?search=${encodeURIComponent(demoted.email)}`);
  const { _id: memberId } = listed.body.items[0];
  expect((await owner.call("PATCH", `${path}/members/${memberId}`, { role: "viewer" })).status).toBe(200);
  await makeDue(demoted);
  await waitUntilIdle(demoted);
  await setNotices(approver, path, { byEmail: true, quietHours: null });
  expect((await findNotice(approver))?.dueAt.getTime()).toBeLessThan(Date.now() + minuteMs);
  await makeDue(approver);
  await waitForMails(approver, 1);
  expect(mailServer.listTo(approver.email)[0]?.text).toContain(`/approvals/${kept}`);
  // Nothing waits any more when the next one is due.
  const last = await ask(approving, "last");
  await waitUntilPutOff(approver);
  for (const id of [kept, last]) await decide(id);
  await makeDue(approver);
  await waitUntilIdle(approver);
  expect(mailServer.listTo(approver.email).length).toBe(1);
  expect(mailServer.listTo(demoted.email)).toEqual([]);
});

test("a server that refuses for now is asked again, and one that refuses the address is not", async () => {
  const approving = await createApproving();
  const approver = await approving.join("approver");
  mailServer.answer = "later";
  await ask(approving, "later");
  await expect.poll(async () => (await findNotice(approver))?.attempts).toBe(1);
  mailServer.answer = "accept";
  await makeDue(approver);
  await waitForMails(approver, 1);
  await waitUntilIdle(approver);
  mailServer.answer = "never";
  await ask(approving, "never");
  await waitUntilPutOff(approver);
  const before = mailServer.turnedAway;
  await makeDue(approver);
  await waitUntilIdle(approver);
  expect(mailServer.turnedAway).toBe(before + 1);
  const { logs } = requireProcess(testMesh, "console");
  const logged = logs.filter((line) => line.includes("mail about approvals"));
  expect(logged.join("\n")).toMatch(/tried again later[^]*not tried again/);
  expect(logged.join("\n")).not.toContain(approver.email);
});

test("the time to decisions and what became of mails are metrics, and no label names a business or a person", async () => {
  const read = async (part: string, metric: string) => {
    const { samples } = await scrape(testMesh.mesh.adminUrls[part] ?? "");
    return samples.filter(({ name }) => name === metric).map(({ labels }) => labels);
  };
  const approving = await createApproving();
  const id = await ask(approving);
  const decision = { decision: "approve", revision: 1, policyVersion: 1 };
  const decided = await approving.owner.call("POST", `${approving.path}/approvals/${id}/decision`, decision);
  expect(decided.status).toBe(200);
  const counts = await read("approvals", "tenantops_approval_decision_seconds_count");
  expect(counts).toContainEqual({ service: "approvals", needs: "one", decision: "approve" });
  for (const labels of counts) expect(Object.keys(labels).toSorted()).toEqual(["decision", "needs", "service"]);
  const mails = await read("console", "tenantops_approval_mails_total");
  expect(mails).toEqual(["sent", "refused", "failed"].map((outcome) => ({ service: "console", outcome })));
});

test("a server that does not answer holds nothing else up, and after kill -9 while a mail is sent it is sent again", async () => {
  const approving = await createApproving();
  const approver = await approving.join("approver");
  mailServer.answer = "hang";
  const before = mailServer.turnedAway;
  await ask(approving);
  await expect.poll(() => mailServer.turnedAway).toBeGreaterThan(before);
  expect((await approver.call("GET", `${approving.path}/approval-notices`)).status).toBe(200);
  const process = requireProcess(testMesh, "console");
  process.kill("SIGKILL");
  await process.exited;
  mailServer.answer = "accept";
  await process.start();
  await makeDue(approver);
  await waitForMails(approver, 1);
  await waitUntilIdle(approver);
});
