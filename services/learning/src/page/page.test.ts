import { newId } from "@tenant-ops/kit/data";
import {
  createTestPass,
  createTestVisitor,
  startTestService,
  type TestPass,
  type TestService,
} from "@tenant-ops/kit/testing";
import { listPersonNames } from "@tenant-ops/kit/rpc";
import { DataService } from "@tenant-ops/proto/common";
import { type LearningService, SessionStatusChangedSchema } from "@tenant-ops/proto/learning";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { learning } from "../learning.js";
import type { Session } from "../sessions/sessions.rules.js";
import { completeStep, createCourse, enroll, type LearningTenant } from "../testing.js";

let service: TestService<typeof LearningService>;
beforeAll(async () => void (service = await startTestService(learning)));
afterAll(() => service.close());

const toPath = (id: string) => `/course/${id}`;
const ana = { fullName: "Ana Pérez", email: "ana@example.com" };
const details = { ...ana, phone: "5512345678" };
const toPass = (tenant: LearningTenant, id: string, given: Partial<TestPass> = {}) =>
  createTestPass(tenant.businessId, { type: "course", id }, given);
const listSessions = (tenant: LearningTenant) => tenant.scope().collection<Session>("sessions").find({});

async function createVisitorOf(tenant: LearningTenant, id: string, given: Partial<TestPass> = {}) {
  const visitor = createTestVisitor(service);
  const answer = await visitor.get(visitor.receivePass(toPath(id), toPass(tenant, id, given), details));
  expect([answer.status, answer.headers.get("location")]).toEqual([303, toPath(id)]);
  return visitor;
}

describe("the page of a course", () => {
  test("without a pass explains what it is and enrolls no visitor", async () => {
    const tenant = service.newTenant();
    const id = await createCourse(tenant, { modules: ["intro"] });
    const response = await createTestVisitor(service).get(toPath(id));
    const page = await response.text();
    expect([response.status, response.headers.get("set-cookie")]).toEqual([200, null]);
    expect(page).toContain("Este es un curso");
    expect(page).not.toMatch(/<form|<script|\son\w+=|\sstyle=/);
    expect(await listSessions(tenant)).toEqual([]);
  });

  test("with a pass enrolls the visitor once, and shows the progress when the visitor opens it again", async () => {
    const tenant = service.newTenant();
    const id = await createCourse(tenant, { modules: ["intro", "safety"], optional: ["extra"] });
    const visitorId = newId("vis");
    const visitor = await createVisitorOf(tenant, id, { visitorId });
    const [session, ...others] = await listSessions(tenant);
    expect(others).toEqual([]);
    expect(session).toMatchObject({ userId: visitorId, ...ana, status: "in_progress" });
    const listed = await tenant.http("GET", "/v1/public/sessions");
    const registration = { slug: "verano", registrationId: expect.stringMatching(/^reg_/), isVerified: false };
    expect(await listed.json()).toMatchObject({
      items: [{ ...ana, registration: { ...registration, phone: "5512345678" } }],
    });
    expect(await tenant.events(SessionStatusChangedSchema)).toMatchObject([
      { userId: visitorId, status: "in_progress" },
    ]);

    expect(await (await visitor.get(toPath(id))).text()).toContain("0 de 3 módulos completados");
    await completeStep(tenant, session?._id ?? "", "progress", { moduleId: "intro" });
    const page = await (await visitor.get(toPath(id))).text();
    expect(page).toContain("1 de 3 módulos completados");
    expect(page).toMatch(/class="done"[^]*intro[^]*Completado[^]*class="next"[^]*safety[^]*Sigue este[^]*opcional/);
    // The page must not show data of the registration.
    expect(page).not.toMatch(/Ana|example\.com/);
  });

  test("never shows a score that failed as the score that is needed", async () => {
    const tenant = service.newTenant();
    const id = await createCourse(tenant, { examApproveScore: 70, modules: ["intro"] });
    const visitor = await createVisitorOf(tenant, id);
    const [session] = await listSessions(tenant);
    const failed = { status: "failed", score: 69.996, attempts: 1 } as const;
    await tenant
      .scope()
      .collection<Session>("sessions")
      .updateOne({ _id: session?._id ?? "" }, { $set: failed });
    expect(await (await visitor.get(toPath(id))).text()).toContain("69,99 de 100");
  });

  test("shows the same person in another browser no progress, unless they have proved who they are", async () => {
    const tenant = service.newTenant();
    const id = await createCourse(tenant, { modules: ["intro"] });
    const visitorId = newId("vis");
    await createVisitorOf(tenant, id, { visitorId });
    const elsewhere = await createVisitorOf(tenant, id, { visitorId });
    const page = await (await elsewhere.get(toPath(id))).text();
    expect(page).toContain("Con estos datos ya hay una inscripción");
    expect(page).not.toMatch(/módulos? completados?/);
    const proven = await createVisitorOf(tenant, id, { visitorId, isVerified: true });
    expect(await (await proven.get(toPath(id))).text()).toMatch(/módulos? completados?/);
    expect(await listSessions(tenant)).toHaveLength(1);
  });

  test("shows no progress of a student whom the business has enrolled under the same id", async () => {
    const tenant = service.newTenant();
    const id = await createCourse(tenant, { modules: ["intro"] });
    await enroll(tenant, id, { userId: "u-1", ...ana });
    const visitor = await createVisitorOf(tenant, id, { visitorId: "u-1" });
    expect(await (await visitor.get(toPath(id))).text()).not.toMatch(/módulos? completados?/);
  });

  test("is the same 404 page for an unknown course and one that was never published, whose pass stays unused", async () => {
    const tenant = service.newTenant();
    const draft = await createCourse(tenant, { modules: ["intro"], published: false });
    const visitor = createTestVisitor(service);
    const address = visitor.receivePass(toPath(draft), toPass(tenant, draft), ana);
    const pages = new Set<string>();
    for (const path of [address, toPath(draft), toPath(newId("crs")), "/course/x"]) {
      const response = await visitor.get(path);
      expect(response.status).toBe(404);
      pages.add(await response.text());
    }
    expect(pages.size).toBe(1);
    await tenant.rpc.approveUpdateCourse({ courseId: draft, published: true });
    expect((await visitor.get(address)).status).toBe(303);
  });

  test("says that it is over or paused, by its title, when the course is not published any more, and keeps the pass", async () => {
    const tenant = service.newTenant();
    const id = await createCourse(tenant);
    const visitor = createTestVisitor(service);
    const address = visitor.receivePass(toPath(id), toPass(tenant, id), ana);
    await tenant.rpc.approveUpdateCourse({ courseId: id, published: false });
    for (const path of [address, toPath(id)]) {
      const response = await visitor.get(path);
      const page = expect.stringContaining("Primeros auxilios: terminó o está en pausa");
      expect([response.status, await response.text()]).toEqual([404, page]);
    }
    await tenant.rpc.approveUpdateCourse({ courseId: id, published: true });
    expect((await visitor.get(address)).status).toBe(303);
  });

  test("of a sandbox carries its mark", async () => {
    const id = await createCourse(service.newTenant({ businessId: newId("sbx"), country: "BR" }));
    const response = await createTestVisitor(service).get(toPath(id));
    expect(response.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(await response.text()).toContain("Página de teste");
  });
});

describe("which contact of a learner is proven", () => {
  const proven = { isVerified: true, provenContact: ["email" as const] };

  async function enrollProven(given: Partial<TestPass> = proven) {
    const tenant = service.newTenant();
    const id = await createCourse(tenant, { modules: ["intro"], isCertified: true });
    const registrationId = newId("reg");
    await createVisitorOf(tenant, id, { registrationId, ...given });
    const [session] = await listSessions(tenant);
    const sessionId = session?._id ?? "";
    const get = async (path: string, of = tenant) => (await of.http("GET", path)).json() as Promise<object>;
    return { tenant, sessionId, get, registration: { slug: "verano", registrationId, ...given, phone: details.phone } };
  }

  test("stands in sessions and certificates, over REST and for agents, and another business sees nothing", async () => {
    const { tenant, sessionId, get, registration } = await enrollProven();
    const learner = { ...ana, registration };
    expect(await get("/v1/public/sessions")).toMatchObject({ items: [learner] });
    expect(await get(`/v1/public/sessions/${sessionId}`)).toMatchObject(learner);
    expect(await tenant.rpc.getCourseProgress({})).toMatchObject({ items: [learner] });
    expect(await tenant.rpc.listSessions({})).toMatchObject({ items: [learner] });
    await completeStep(tenant, sessionId, "progress", { moduleId: "intro" });
    expect(await tenant.rpc.proposeIssueCertificate({ sessionId })).toMatchObject({ preview: learner });
    const batch = await tenant.rpc.proposeCertificateBatch({ sessionIds: [sessionId] });
    expect(batch).toMatchObject({ preview: { sessions: [learner] } });
    const issued = await tenant.http("POST", `/v1/public/sessions/${sessionId}/certificate`);
    expect(await issued.json()).toMatchObject(learner);
    expect(await get("/v1/public/certificates")).toMatchObject({ items: [learner] });
    expect(await tenant.rpc.getCertificatesIssued({})).toMatchObject({ items: [learner] });

    const other = service.newTenant();
    expect(await get("/v1/public/certificates", other)).toMatchObject({ items: [] });
    expect(await get("/v1/public/sessions", other)).toMatchObject({ items: [] });
    expect((await other.rpc.getCourseProgress({})).items).toEqual([]);
    expect((await other.rpc.getCertificatesIssued({})).items).toEqual([]);
  });

  test("is none without a proof, none in a copy that does not say it, and absent for a learner of another system", async () => {
    const unproven = await enrollProven({});
    expect(await unproven.get("/v1/public/sessions")).toMatchObject({
      items: [{ registration: { isVerified: false, provenContact: [] } }],
    });
    const { tenant, sessionId, get } = await enrollProven();
    const sessions = tenant.scope().collection("sessions");
    await sessions.updateOne({ _id: sessionId }, { $unset: { "registration.provenContact": true } });
    const item = { registration: { isVerified: true, provenContact: [] } };
    expect(await get("/v1/public/sessions")).toMatchObject({ items: [item] });
    expect(await tenant.rpc.listSessions({})).toMatchObject({ items: [item] });
    await enroll(tenant, await createCourse(tenant), { userId: "u-1", fullName: "Eva", email: "eva@example.com" });
    const { items } = (await get("/v1/public/sessions?student=eva")) as { items: object[] };
    expect(items).toHaveLength(1);
    expect(items[0]).not.toHaveProperty("registration");
  });

  test("is in an export, and an erasure leaves nothing of it, also in stored answers", async () => {
    const { tenant, sessionId } = await enrollProven();
    await completeStep(tenant, sessionId, "progress", { moduleId: "intro" });
    const headers = { "idempotency-key": "certify-1" };
    await tenant.http("POST", `/v1/public/sessions/${sessionId}/certificate`, { headers });
    const people = tenant.rpcOf(DataService);
    const names = { phones: [details.phone] };
    const { lines } = await people.exportPerson({ names });
    expect(new TextDecoder().decode(lines)).toContain('"provenContact":["email"]');
    const erasure = { requestId: newId("prq"), names, tombstone: "erased_1", pass: 1 };
    const erase = () => people.erasePerson(erasure);
    let result = await erase();
    while (!result.isComplete) result = await erase();
    const stores = ["sessions", "visitors", "idempotency"] as const;
    const left = await Promise.all(stores.map((name) => tenant.scope().collection(name).find({})));
    expect(JSON.stringify(left)).not.toMatch(/provenContact|Ana|5512345678|ana@/);
  });
});

test("a request about a person leads from what a visitor has typed to no other name, and from what the business has given to all", async () => {
  const tenant = service.newTenant();
  const { findPerson } = tenant.rpcOf(DataService);
  const id = await createCourse(tenant, { modules: ["intro"] });
  const visitorId = `vis_${"a1".repeat(16)}`;
  const registrationId = newId("reg");
  // A proof is of one contact only, and flows knows of which.
  await createVisitorOf(tenant, id, { visitorId, registrationId, isVerified: true });
  await enroll(tenant, id, { userId: "u-1", fullName: "Eva", email: "eva@example.com" });
  const find = async (names: Parameters<typeof findPerson>[0]["names"]) => {
    const { links, unproven } = await findPerson({ names: names ?? {} });
    return [listPersonNames(links), listPersonNames(unproven)].map((list) => list.map(({ value }) => value));
  };
  expect(await find({ phones: [details.phone] })).toEqual([[registrationId], [ana.email]]);
  expect(await find({ emails: [ana.email] })).toEqual([[registrationId], [details.phone]]);
  expect(await find({ userIds: [visitorId] })).toEqual([[registrationId], [ana.email, details.phone]]);
  expect(await find({ emails: ["eva@example.com"] })).toEqual([["u-1"], []]);
  expect(await find({ userIds: ["u-1"] })).toEqual([["eva@example.com"], []]);
});

describe("a pass that cannot be used enrolls no visitor", () => {
  test.each([
    ["stolen", (address: string) => createTestVisitor(service).get(address)],
    ["changed", (address: string, visitor: ReturnType<typeof createTestVisitor>) => visitor.get(`${address}x`)],
  ])("%s", async (_, open) => {
    const tenant = service.newTenant();
    const id = await createCourse(tenant);
    const visitor = createTestVisitor(service);
    const answer = await open(visitor.receivePass(toPath(id), toPass(tenant, id), ana), visitor);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining("Este acceso ya no sirve")]);
    expect(await listSessions(tenant)).toEqual([]);
  });

  test("for a roulette, for another course, and of another business", async () => {
    const [tenant, other] = [service.newTenant(), service.newTenant()];
    const [id, second] = [await createCourse(tenant), await createCourse(tenant)];
    const passes = [
      createTestPass(tenant.businessId, { type: "roulette", id }),
      toPass(tenant, second),
      toPass(other, id),
    ];
    for (const pass of passes) {
      const visitor = createTestVisitor(service);
      expect((await visitor.get(visitor.receivePass(toPath(id), pass, ana))).status).toBe(403);
    }
    expect([await listSessions(tenant), await listSessions(other)]).toEqual([[], []]);
  });

  test("used twice at once, by two registrations of one person, is one enrollment", async () => {
    const tenant = service.newTenant();
    const id = await createCourse(tenant);
    const visitorId = newId("vis");
    const visitors = [createTestVisitor(service), createTestVisitor(service)];
    const answers = await Promise.all(
      visitors.map((visitor) => visitor.get(visitor.receivePass(toPath(id), toPass(tenant, id, { visitorId }), ana))),
    );
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await listSessions(tenant)).toHaveLength(1);
  });
});
