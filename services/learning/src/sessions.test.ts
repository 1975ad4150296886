import { startTestService, type TestService } from "@tenant-ops/kit/testing";
import { type LearningService, SessionStatusChangedSchema } from "@tenant-ops/proto/learning";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { learning } from "./learning.js";
import { findSession, moveSession, type Session } from "./sessions.store.js";
import { statuses, transitions } from "./statuses.rules.js";
import {
  aLearner,
  answerOf,
  doStep,
  enroll,
  givenCourse,
  givenSession,
  outcomes,
  step,
  storedSession,
  type Tenant,
} from "./testing.js";

// Real gRPC, real MongoDB, real NATS; every test is its own business.
let service: TestService<typeof LearningService>;
beforeAll(async () => void (service = await startTestService(learning)));
afterAll(() => service.close());

const movesOf = async (tenant: Tenant) =>
  (await tenant.events(SessionStatusChangedSchema)).map(
    ({ previousStatus, status }) => `${previousStatus} → ${status}`,
  );

describe("enrolling", () => {
  test("begins a session in progress and announces it", async () => {
    const tenant = service.newTenant();
    const courseId = await givenCourse(tenant, { modules: ["a", "b"] });
    const response = await tenant.http("POST", `/v1/public/courses/${courseId}/sessions`, {
      body: aLearner({ user_id: "u1" }),
    });
    expect(response.status).toBe(201);
    const session = (await response.json()) as object;
    expect(session).toMatchObject({
      course_id: courseId,
      user_id: "u1",
      fullName: "Ana Pérez",
      status: "in_progress",
      currentModule: "a",
      completedModules: [],
      examStatus: "none",
    });
    expect(session).not.toHaveProperty("score");
    expect(await tenant.events(SessionStatusChangedSchema)).toMatchObject([
      { courseId, userId: "u1", previousStatus: "", status: "in_progress" },
    ]);
  });

  test("again answers the session as it stands", async () => {
    const tenant = service.newTenant();
    const courseId = await givenCourse(tenant, { modules: ["a", "b"] });
    const learner = aLearner();
    const { session_id: sessionId } = await enroll(tenant, courseId, learner);
    await doStep(tenant, sessionId, "progress", { moduleId: "a" });
    const again = await tenant.http("POST", `/v1/public/courses/${courseId}/sessions`, {
      body: { ...learner, fullName: "Otra" },
    });
    expect(again.status).toBe(200);
    expect(await again.json()).toMatchObject({ session_id: sessionId, completedModules: ["a"], fullName: "Ana Pérez" });
    expect(await movesOf(tenant)).toEqual([" → in_progress"]);
  });

  test("twenty times at once makes one session", async () => {
    const tenant = service.newTenant();
    const courseId = await givenCourse(tenant);
    const learner = aLearner();
    const sessions = await Promise.all(Array.from({ length: 20 }, () => enroll(tenant, courseId, learner)));
    expect(new Set(sessions.map((session) => session.session_id)).size).toBe(1);
    expect((await tenant.rpc.getCourseProgress({ courseId })).count).toBe(1);
    expect(await movesOf(tenant)).toEqual([" → in_progress"]);
  });

  test("in two courses makes two sessions", async () => {
    const tenant = service.newTenant();
    const learner = aLearner();
    const one = await enroll(tenant, await givenCourse(tenant), learner);
    const two = await enroll(tenant, await givenCourse(tenant), learner);
    expect(one.session_id).not.toBe(two.session_id);
  });

  test("is refused while the course is not published", async () => {
    const tenant = service.newTenant();
    const courseId = await givenCourse(tenant, { published: false });
    const response = await tenant.http("POST", `/v1/public/courses/${courseId}/sessions`, { body: aLearner() });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ error: "course_not_published" });
  });

  test.each([{ user_id: "" }, { email: "nobody" }, { fullName: " " }, { extra: 1 }, { user_id: { $ne: null } }])(
    "%j is refused",
    async (wrong) => {
      const tenant = service.newTenant();
      const courseId = await givenCourse(tenant);
      const response = await tenant.http("POST", `/v1/public/courses/${courseId}/sessions`, { body: aLearner(wrong) });
      expect(response.status).toBe(422);
    },
  );
});

describe("progress", () => {
  test("leads to the exam with the last required module, whatever is optional", async () => {
    const tenant = service.newTenant();
    const courseId = await givenCourse(tenant, { modules: ["a", "b"], optional: ["extra"], examApproveScore: 70 });
    const { session_id: id } = await enroll(tenant, courseId);
    expect(await doStep(tenant, id, "progress", { moduleId: "a" })).toMatchObject({
      status: "in_progress",
      currentModule: "b",
    });
    expect(await doStep(tenant, id, "progress", { moduleId: "b" })).toMatchObject({
      status: "exam",
      currentModule: "extra",
    });
    // The optional one may still be done; it moves nothing.
    expect(await doStep(tenant, id, "progress", { moduleId: "extra" })).toMatchObject({
      status: "exam",
      examStatus: "started",
    });
    expect(await movesOf(tenant)).toEqual([" → in_progress", "in_progress → exam"]);
  });

  test("completes a course without an exam", async () => {
    const tenant = service.newTenant();
    const { session_id: id } = await enroll(tenant, await givenCourse(tenant, { modules: ["a"] }));
    expect(await doStep(tenant, id, "progress", { moduleId: "a" })).toMatchObject({
      status: "completed",
      examStatus: "none",
      completedAt: expect.any(String) as string,
    });
    expect(await movesOf(tenant)).toEqual([" → in_progress", "in_progress → completed"]);
  });

  test("a module counts once, and the second time changes nothing", async () => {
    const tenant = service.newTenant();
    const { session_id: id } = await enroll(tenant, await givenCourse(tenant, { modules: ["a", "b"] }));
    const first = await doStep(tenant, id, "progress", { moduleId: "a" });
    expect(await doStep(tenant, id, "progress", { moduleId: "a" })).toEqual(first);
    expect(first.completedModules).toEqual(["a"]);
  });

  test("of fifty reports at once none is lost, and the session moves once", async () => {
    const tenant = service.newTenant();
    const modules = Array.from({ length: 10 }, (_, index) => `m${index}`);
    const { session_id: id } = await enroll(tenant, await givenCourse(tenant, { modules, examApproveScore: 50 }));
    const reports = Array.from({ length: 50 }, (_, index) =>
      doStep(tenant, id, "progress", { moduleId: `m${index % 10}` }),
    );
    const { done, codes } = await outcomes(reports);
    expect({ done, codes }).toEqual({ done: 50, codes: [] });
    const session = await storedSession(tenant, id);
    expect(session?.completedModules.toSorted()).toEqual(modules.toSorted());
    expect(session?.status).toBe("exam");
    expect(await movesOf(tenant)).toEqual([" → in_progress", "in_progress → exam"]);
  });

  test("of a module that the course does not have is refused", async () => {
    const tenant = service.newTenant();
    const { session_id: id } = await enroll(tenant, await givenCourse(tenant, { modules: ["a"] }));
    const response = await step(tenant, id, "progress", { moduleId: "z" });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: "module_not_found" });
  });

  test("is refused while the course is closed, and goes on afterwards", async () => {
    const tenant = service.newTenant();
    const courseId = await givenCourse(tenant, { modules: ["a"] });
    const { session_id: id } = await enroll(tenant, courseId);
    await tenant.rpc.approveUpdateCourse({ courseId, published: false });
    expect(await (await step(tenant, id, "progress", { moduleId: "a" })).json()).toMatchObject({
      error: "course_not_published",
    });
    await tenant.rpc.approveUpdateCourse({ courseId, published: true });
    expect(await doStep(tenant, id, "progress", { moduleId: "a" })).toMatchObject({ status: "completed" });
  });

  test("sent twice under one key answers the stored answer", async () => {
    const tenant = service.newTenant();
    const { session_id: id } = await enroll(tenant, await givenCourse(tenant, { modules: ["a", "b"] }));
    const send = () => step(tenant, id, "progress", { moduleId: "a" }, { "idempotency-key": "k" });
    const first = await (await send()).json();
    const second = await send();
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(await second.json()).toEqual(first);
  });
});

describe("finishing", () => {
  test.each([
    [{}, "completed"],
    [{ optional: ["extra"] }, "completed"],
    [{ examApproveScore: 70 }, "exam"],
  ])("a course that requires no module (%j) leads to %s", async (course, status) => {
    const tenant = service.newTenant();
    const { session_id: id } = await enroll(tenant, await givenCourse(tenant, course));
    expect(await doStep(tenant, id, "finish")).toMatchObject({ status });
    expect(await movesOf(tenant)).toEqual([" → in_progress", `in_progress → ${status}`]);
  });

  test("an optional module alone finishes nothing", async () => {
    const tenant = service.newTenant();
    const { session_id: id } = await enroll(tenant, await givenCourse(tenant, { optional: ["extra"] }));
    expect(await doStep(tenant, id, "progress", { moduleId: "extra" })).toMatchObject({ status: "in_progress" });
  });

  test("is refused while required modules are missing", async () => {
    const tenant = service.newTenant();
    const { session_id: id } = await enroll(tenant, await givenCourse(tenant, { modules: ["a", "b"] }));
    const response = await step(tenant, id, "finish");
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      error: "modules_missing",
      detail: '2 required modules are not done; the first is "a".',
    });
  });

  test("ten times at once finishes once", async () => {
    const tenant = service.newTenant();
    const { session_id: id } = await enroll(tenant, await givenCourse(tenant));
    const responses = await Promise.all(Array.from({ length: 10 }, () => step(tenant, id, "finish")));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await movesOf(tenant)).toEqual([" → in_progress", "in_progress → completed"]);
  });
});

describe("every step that is not in the table is refused", () => {
  const illegal = statuses.flatMap((from) =>
    statuses.filter((to) => !transitions[from].includes(to)).map((to) => [from, to] as const),
  );

  test.each(illegal)("by the store: %s to %s", async (from, to) => {
    const tenant = service.newTenant();
    const { session_id: id } = await enroll(tenant, await givenCourse(tenant));
    await tenant
      .scope()
      .collection<Session>("sessions")
      .updateOne({ _id: id }, { $set: { status: from } });
    const move = service.running.context.db.transaction(tenant.call(), async (scope) => {
      const found = await findSession(scope, id);
      return moveSession(scope, found!.session, to);
    });
    await expect(move).rejects.toMatchObject({ code: "illegal_transition" });
    expect((await storedSession(tenant, id))?.status).toBe(from);
  });

  test("by the store, when the session has moved since it was seen", async () => {
    const tenant = service.newTenant();
    const { session_id: id } = await givenSession(tenant, "completed");
    const seen = { ...(await storedSession(tenant, id))!, status: "in_progress" as const };
    const move = service.running.context.db.transaction(tenant.call(), (scope) => moveSession(scope, seen, "exam"));
    await expect(move).rejects.toMatchObject({ code: "illegal_transition" });
    expect((await storedSession(tenant, id))?.status).toBe("completed");
  });

  const doors = [
    ["finish", {}, ["in_progress"]],
    ["exam", { score: 90 }, ["exam", "failed"]],
  ] as const;
  const closed = doors.flatMap(([path, body, open]) =>
    statuses
      .filter((status) => !(open as readonly string[]).includes(status))
      .map((status) => [path, status, body] as const),
  );
  test.each(closed)("by REST: %s of a session that is %s", async (path, status, body) => {
    const tenant = service.newTenant();
    const { session_id: id } = await givenSession(tenant, status);
    const before = await storedSession(tenant, id);
    const response = await step(tenant, id, path, body);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ error: "illegal_transition" });
    expect(await storedSession(tenant, id)).toEqual(before);
  });

  test.each(statuses)("a module that is done once more leaves %s as it is", async (status) => {
    const tenant = service.newTenant();
    const { session_id: id } = await givenSession(tenant, status);
    if (status === "in_progress") return;
    expect(await doStep(tenant, id, "progress", { moduleId: "intro" })).toMatchObject({ status });
  });
});

describe("learning_get_course_progress", () => {
  test("shows where each student stands, the latest first, of one course or of all", async () => {
    const tenant = service.newTenant();
    const courseId = await givenCourse(tenant, { modules: ["a", "b"], examApproveScore: 70 });
    const other = await givenCourse(tenant);
    const first = await enroll(tenant, courseId, aLearner({ fullName: "Ana" }));
    const second = await enroll(tenant, courseId, aLearner({ fullName: "Beto" }));
    const third = await enroll(tenant, other);
    await doStep(tenant, first.session_id, "progress", { moduleId: "a" });

    const ofCourse = await tenant.rpc.getCourseProgress({ courseId });
    expect(ofCourse.items).toMatchObject([
      {
        sessionId: second.session_id,
        fullName: "Beto",
        status: "in_progress",
        currentModule: "a",
        completedModules: [],
      },
      {
        sessionId: first.session_id,
        fullName: "Ana",
        currentModule: "b",
        completedModules: ["a"],
        examStatus: "not_started",
      },
    ]);
    const page = await tenant.rpc.getCourseProgress({ limit: 1 });
    expect(page).toMatchObject({ items: [{ sessionId: third.session_id, courseId: other }], hasMore: true });
    const rest = await tenant.rpc.getCourseProgress({ limit: 5, cursor: page.nextCursor });
    expect(rest.items.map(({ sessionId }) => sessionId)).toEqual([second.session_id, first.session_id]);
  });

  test("comes in one answer for the longest list and the most modules there can be", async () => {
    const tenant = service.newTenant();
    const courseId = await givenCourse(tenant, { modules: ["a"] });
    const { session_id } = await enroll(tenant, courseId);
    const one = await storedSession(tenant, session_id);
    if (!one) throw new Error("not enrolled");
    const completedModules = Array.from({ length: 200 }, (_, index) => `${index}`.padStart(100, "m"));
    const many = Array.from({ length: 499 }, (_, n) => ({
      ...one,
      _id: `ses_${n}`,
      userId: `u${n}`,
      completedModules,
    }));
    await tenant.scope().collection<Session>("sessions").insertMany(many);
    expect((await tenant.rpc.getCourseProgress({ limit: 500 })).items).toHaveLength(500);
  });
});

describe("GET /v1/public/sessions/{id}", () => {
  test("answers the session with all its attempts", async () => {
    const tenant = service.newTenant();
    const { session_id: id } = await givenSession(tenant, "failed");
    const session = await answerOf(tenant.http("GET", `/v1/public/sessions/${id}`));
    expect(session).toMatchObject({ session_id: id, status: "failed", score: 40, examStatus: "failed" });
    expect(session.attempts).toMatchObject([{ n: 1, score: 40, passed: false }]);
    expect(session).not.toHaveProperty("businessId");
    expect(session).not.toHaveProperty("certificate");
  });

  test("shows the certificate once it was issued", async () => {
    const tenant = service.newTenant();
    const { session_id: id } = await givenSession(tenant, "certified");
    const session = await answerOf(tenant.http("GET", `/v1/public/sessions/${id}`));
    expect(session).toMatchObject({ status: "certified", certificate: { issuedBy: "key_test", score: 85 } });
  });
});

test("half a character in a body is refused by its field: stored, it would turn into another one", async () => {
  const tenant = service.newTenant();
  const courseId = await givenCourse(tenant, { modules: ["a"] });
  for (const half of ["\ud800", "x\udfff"]) {
    const body = aLearner({ user_id: half });
    const response = await tenant.http("POST", `/v1/public/courses/${courseId}/sessions`, { body });
    expect([response.status, await response.json()]).toMatchObject([422, { error: "invalid_argument" }]);
  }
  expect(await enroll(tenant, courseId, aLearner({ fullName: "Ana 🦊" }))).toMatchObject({ fullName: "Ana 🦊" });
});
