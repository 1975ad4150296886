import { newId } from "@tenant-ops/kit/data";
import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import { CertificateIssuedSchema, type LearningService } from "@tenant-ops/proto/learning";
import { beforeAll, describe, expect, test } from "vitest";
import { learning } from "../learning.js";
import { createCourse, createSession, enroll, type LearningTenant, readPages, send, completeStep } from "../testing.js";
import type { Session } from "../sessions/sessions.rules.js";

let service: SharedTestService<typeof LearningService>;
beforeAll(async () => void (service = await shareTestService(learning)));

const path = "/v1/public/certificates";
const certify = (tenant: LearningTenant, sessionId: string, key?: string) =>
  send(tenant, "POST", `/v1/public/sessions/${sessionId}/certificate`, undefined, key);

/** Sessions of one course that are completed. */
async function completedSessions(tenant: LearningTenant, count: number): Promise<string[]> {
  const courseId = await createCourse(tenant);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { _id } = await enroll(tenant, courseId);
    await completeStep(tenant, _id, "finish");
    ids.push(_id);
  }
  return ids;
}

describe("POST /v1/public/sessions/{id}/certificate", () => {
  test("the certificate is what GET, the list, the session and the tool show", async () => {
    const tenant = service.newTenant();
    const { _id: sessionId, courseId, userId } = await createSession(tenant, "completed");
    const issued = await certify(tenant, sessionId);
    expect(issued).toMatchObject({
      status: 200,
      body: { sessionId, courseId, userId, title: "Primeros auxilios", score: 85, issuedBy: "key_test" },
    });
    const certificateId = issued.body["_id"];
    expect((await send(tenant, "GET", `${path}/${String(certificateId)}`)).body).toEqual(issued.body);
    expect((await send(tenant, "GET", path)).body).toEqual({ items: [issued.body], count: 1, has_more: false });
    const session = await send(tenant, "GET", `/v1/public/sessions/${sessionId}`);
    expect(session.body).toMatchObject({ status: "certified", certificate: { certificateId, score: 85 } });
    expect((await tenant.rpc.getCertificatesIssued({})).items).toMatchObject([
      { sessionId, certificate: { certificateId } },
    ]);
  });

  test.each([
    ["in_progress", "session_not_completed"],
    ["exam", "session_not_completed"],
    ["failed", "session_not_completed"],
    ["certified", "already_certified"],
  ] as const)("a session that is %s is refused with %s", async (status, error) => {
    const tenant = service.newTenant();
    const { _id } = await createSession(tenant, status);
    expect(await certify(tenant, _id)).toMatchObject({ status: 409, body: { error } });
  });

  test("of two at once exactly one succeeds; with one key both get the same certificate", async () => {
    const tenant = service.newTenant();
    const [one = "", two = ""] = await completedSessions(tenant, 2);
    const different = await Promise.all([certify(tenant, one), certify(tenant, one)]);
    expect(different.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409"]);
    const [first, second] = await Promise.all([certify(tenant, two, "k-1"), certify(tenant, two, "k-1")]);
    expect(second.body).toEqual(first.body);
    expect(await tenant.events(CertificateIssuedSchema)).toHaveLength(2);
  });
});

describe("POST /v1/public/certificates", () => {
  test("certifies all sessions of the list, in its order; a repeat gets the stored answer", async () => {
    const tenant = service.newTenant();
    const sessionIds = await completedSessions(tenant, 3);
    const request = () => send(tenant, "POST", path, { sessionIds }, "k-1");
    const issued = await request();
    const certificates = issued.body["certificates"] as Record<string, unknown>[];
    expect(issued).toMatchObject({ status: 201, body: { count: 3 } });
    expect(certificates.map(({ sessionId }) => sessionId)).toEqual(sessionIds);
    for (const one of certificates)
      expect((await send(tenant, "GET", `${path}/${String(one["_id"])}`)).body).toEqual(one);
    expect(await request()).toEqual({ ...issued, replayed: true });
  });

  test("certifies none when one cannot be, and says which", async () => {
    const tenant = service.newTenant();
    const sessionIds = await completedSessions(tenant, 2);
    const { _id: foreign } = await createSession(service.newTenant(), "completed");
    const refused = await send(tenant, "POST", path, { sessionIds: [...sessionIds, foreign] });
    expect(refused).toMatchObject({ status: 409, body: { error: "batch_not_certifiable" } });
    expect(refused.body["detail"]).toContain(`${foreign} (session_not_found). Leave them out`);
    expect(refused.body["detail"]).toContain("GET /v1/public/sessions shows the status of each");
    expect((await send(tenant, "GET", path)).body).toMatchObject({ count: 0 });
  });

  test.each<[string, (id: string) => unknown, string]>([
    ["no session", () => [], "sessionIds:"],
    ["a session twice", (id) => [id, id], "sessionIds[1]: this session is in the list twice."],
    ["101 sessions", (id) => [id, ...Array.from({ length: 100 }, () => newId("ses"))], "sessionIds:"],
    ["no list", (id) => id, "sessionIds:"],
  ])("refuses %s", async (_, toIds, says) => {
    const tenant = service.newTenant();
    const [id = ""] = await completedSessions(tenant, 1);
    const refused = await send(tenant, "POST", path, { sessionIds: toIds(id) });
    expect([refused.status, refused.body["error"]]).toEqual([422, "invalid_argument"]);
    expect(refused.body["detail"]).toContain(says);
  });
});

describe("GET /v1/public/certificates", () => {
  test("can be filtered, and shows every certificate once, page by page", async () => {
    const tenant = service.newTenant();
    const sessionIds = await completedSessions(tenant, 3);
    const issued: unknown[] = [];
    for (const id of sessionIds) issued.unshift((await certify(tenant, id)).body["_id"]);
    const { _id: other, courseId, userId } = await createSession(tenant, "certified");
    const [last] = (await send(tenant, "GET", `${path}?userId=${userId}`)).body["items"] as { _id: string }[];
    const listIds = async (query: string) => (await readPages(tenant, `${path}${query}`)).flat().map(({ _id }) => _id);

    expect(await listIds("")).toEqual([last?._id, ...issued]);
    expect(await listIds(`?courseId=${courseId}`)).toEqual([last?._id]);
    await tenant
      .scope()
      .collection<Session>("sessions")
      .updateOne({ _id: other }, { $set: { certifiedAt: new Date("2026-03-31T06:00:00Z") } });
    expect(await listIds("?dateFrom=2026-03-31&dateTo=2026-03-31")).toEqual([last?._id]);
    expect(await listIds("?dateTo=2026-03-30")).toEqual([]);
  });

  test("an unknown certificate is refused with the request that lists them", async () => {
    const { status, body } = await send(service.newTenant(), "GET", `${path}/${newId("cert")}`);
    expect([status, body["error"]]).toEqual([404, "certificate_not_found"]);
    expect(body["detail"]).toContain(`GET ${path} lists the valid ids.`);
  });
});
