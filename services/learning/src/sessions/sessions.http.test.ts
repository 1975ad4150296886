import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import type { LearningService } from "@tenant-ops/proto/learning";
import { beforeAll, describe, expect, test } from "vitest";
import { learning } from "../learning.js";
import {
  completeStep,
  createCourse,
  createSession,
  enroll,
  findStoredSession,
  learnerBody,
  type LearningTenant,
  postStep,
  readPages,
  send,
} from "../testing.js";

let service: SharedTestService<typeof LearningService>;
beforeAll(async () => void (service = await shareTestService(learning)));

const path = "/v1/public/sessions";

const listIds = async (tenant: LearningTenant, target: string) =>
  (await readPages(tenant, target)).flat().map(({ _id }) => _id);

describe("GET /v1/public/sessions", () => {
  test("shows the same record as GET of one session, and the sessions of the tool", async () => {
    const tenant = service.newTenant();
    const { _id } = await createSession(tenant, "certified");
    const one = await send(tenant, "GET", `${path}/${_id}`);
    expect(one.body).toMatchObject({ attemptCount: 1, score: 85, certificate: { issuedBy: "key_test" } });
    expect((await send(tenant, "GET", path)).body).toEqual({ items: [one.body], count: 1, has_more: false });
    const { items } = await tenant.rpc.listSessions({});
    expect(items).toMatchObject([{ sessionId: _id, status: "certified", courseId: one.body["courseId"] }]);
  });

  test("applies every filter, and shows each session once, page by page", async () => {
    const tenant = service.newTenant();
    const courseId = await createCourse(tenant, { modules: ["a"], examApproveScore: 70 });
    const ana = learnerBody({ fullName: "Ana Pérez" });
    const first = await enroll(tenant, courseId, ana);
    const others: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      others.unshift((await enroll(tenant, courseId, learnerBody({ fullName: "Luis" })))._id);
    }
    await completeStep(tenant, first._id, "progress", { moduleId: "a" });
    const elsewhere = await enroll(tenant, await createCourse(tenant), ana);

    expect(await listIds(tenant, path)).toEqual([elsewhere._id, ...others, first._id]);
    expect(await listIds(tenant, `${path}?courseId=${courseId}`)).toEqual([...others, first._id]);
    expect(await listIds(tenant, `/v1/public/courses/${courseId}/sessions`)).toEqual([...others, first._id]);
    expect(await listIds(tenant, `${path}?userId=${ana.userId}`)).toEqual([elsewhere._id, first._id]);
    expect(await listIds(tenant, `${path}?student=perez&status=exam`)).toEqual([first._id]);
    expect(await listIds(tenant, `${path}?examStatus=started`)).toEqual([first._id]);
    expect(await listIds(tenant, `/v1/public/courses/${courseId}/sessions?examStatus=not_started`)).toEqual(others);
    expect(await listIds(tenant, `${path}?dateTo=2020-01-01`)).toEqual([]);
  });

  test.each([
    ["examStatus=none", "courseId: examStatus none needs one; GET /v1/public/courses lists them."],
    ["dateFrom=2026-02-30", "dateFrom: 2026-02-30 is no day of the calendar."],
    ["dateFrom=2026-04-01&dateTo=2026-03-31", "dateFrom: 2026-04-01 is after dateTo 2026-03-31. Swap the two."],
    ["dateFrom=31/03/2026", "query parameter dateFrom:"],
    ["status=done", "query parameter status:"],
    ["user_id=u", "query parameter user_id: is not known here."],
  ])("refuses ?%s in the words of REST", async (query, says) => {
    const { status, body } = await send(service.newTenant(), "GET", `${path}?${query}`);
    expect([status, body["error"]]).toEqual([422, "invalid_argument"]);
    expect(body["detail"]).toContain(says);
  });
});

describe("POST /v1/public/courses/{id}/sessions", () => {
  test("a repeat with the same key is answered as a creation, although the course is closed since", async () => {
    const tenant = service.newTenant();
    const courseId = await createCourse(tenant);
    const learner = learnerBody();
    const request = (key: string) => send(tenant, "POST", `/v1/public/courses/${courseId}/sessions`, learner, key);
    const first = await request("k-1");
    expect(first.status).toBe(201);
    expect((await send(tenant, "GET", `${path}/${first.body["_id"]}`)).body).toEqual(first.body);
    expect(await request("k-2")).toEqual({ ...first, status: 200 });
    await tenant.rpc.approveUpdateCourse({ courseId, published: false });
    expect(await request("k-1")).toEqual({ ...first, replayed: true });
    const refused = await request("k-3");
    expect(refused).toMatchObject({ status: 409, body: { error: "course_not_published" } });
  });
});

describe("GET /v1/public/sessions/{id}/attempts", () => {
  test("lists every attempt once, the latest first", async () => {
    const tenant = service.newTenant();
    const { _id, courseId } = await createSession(tenant, "exam");
    for (const score of [10, 20, 30, 40, 90]) await completeStep(tenant, _id, "exam", { score });
    const attempts = (await readPages(tenant, `${path}/${_id}/attempts`)).flat();
    expect(attempts).toMatchObject(
      [90, 40, 30, 20, 10].map((score, index) => ({ sessionId: _id, courseId, number: 5 - index, score })),
    );
    expect(attempts.map(({ passed }) => passed)).toEqual([true, false, false, false, false]);
  });

  test("is empty before the first attempt", async () => {
    const tenant = service.newTenant();
    const { _id } = await createSession(tenant, "in_progress");
    const { body } = await send(tenant, "GET", `${path}/${_id}/attempts`);
    expect(body).toEqual({ items: [], count: 0, has_more: false });
  });
});

test("a repeated exam gets the stored answer, although the session has its certificate since", async () => {
  const tenant = service.newTenant();
  const { _id: sessionId } = await createSession(tenant, "exam");
  const submit = () => postStep(tenant, sessionId, "exam", { score: 90 }, { "idempotency-key": "k-1" });
  const first = await (await submit()).json();
  await tenant.rpc.approveIssueCertificate({ sessionId });
  expect(await (await submit()).json()).toEqual(first);
  expect(await findStoredSession(tenant, sessionId)).toMatchObject({ status: "certified", attempts: 1 });
});
