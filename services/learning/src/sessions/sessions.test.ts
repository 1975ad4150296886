import { startTestService, type TestService } from "@tenant-ops/kit/testing";
import { type LearningService, SessionStatusChangedSchema } from "@tenant-ops/proto/learning";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { learning } from "../learning.js";
import { moveSession } from "./sessions.verbs.js";
import { findSession } from "./sessions.store.js";
import type { Session } from "./sessions.rules.js";
import { transitions } from "./sessions.rules.js";
import { statuses } from "./sessions.rules.js";
import {
  learnerBody,
  readSuccess,
  completeStep,
  enroll,
  createCourse,
  createSession,
  settleAll,
  postStep,
  findStoredSession,
  type LearningTenant,
} from "../testing.js";

let service: TestService<typeof LearningService>;
beforeAll(async () => void (service = await startTestService(learning)));
afterAll(() => service.close());

const readTransitions = async (tenant: LearningTenant) =>
  (await tenant.events(SessionStatusChangedSchema)).map(
    ({ previousStatus, status }) => `${previousStatus} → ${status}`,
  );

describe("enrolling", () => {
  test("creates a session in progress and publishes its status", async () => {
    const tenant = service.newTenant();
    const courseId = await createCourse(tenant, { modules: ["a", "b"] });
    const response = await tenant.http("POST", `/v1/public/courses/${courseId}/sessions`, {
      body: learnerBody({ userId: "u1" }),
    });
    expect(response.status).toBe(201);
    const session = (await response.json()) as object;
    expect(session).toMatchObject({
      courseId,
      userId: "u1",
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

  test("again returns the session as it is", async () => {
    const tenant = service.newTenant();
    const courseId = await createCourse(tenant, { modules: ["a", "b"] });
    const learner = learnerBody();
    const { _id: sessionId } = await enroll(tenant, courseId, learner);
    await completeStep(tenant, sessionId, "progress", { moduleId: "a" });
    const again = await tenant.http("POST", `/v1/public/courses/${courseId}/sessions`, {
      body: { ...learner, fullName: "Otra" },
    });
    expect(again.status).toBe(200);
    expect(await again.json()).toMatchObject({ _id: sessionId, completedModules: ["a"], fullName: "Ana Pérez" });
    expect(await readTransitions(tenant)).toEqual([" → in_progress"]);
  });

  test("twenty times at once creates one session", async () => {
    const tenant = service.newTenant();
    const courseId = await createCourse(tenant);
    const learner = learnerBody();
    const sessions = await Promise.all(Array.from({ length: 20 }, () => enroll(tenant, courseId, learner)));
    expect(new Set(sessions.map((session) => session._id)).size).toBe(1);
    expect((await tenant.rpc.getCourseProgress({ courseId })).count).toBe(1);
    expect(await readTransitions(tenant)).toEqual([" → in_progress"]);
  });

  test("in two courses creates two sessions", async () => {
    const tenant = service.newTenant();
    const learner = learnerBody();
    const one = await enroll(tenant, await createCourse(tenant), learner);
    const two = await enroll(tenant, await createCourse(tenant), learner);
    expect(one._id).not.toBe(two._id);
  });

  test("is refused while the course is not published", async () => {
    const tenant = service.newTenant();
    const courseId = await createCourse(tenant, { published: false });
    const response = await tenant.http("POST", `/v1/public/courses/${courseId}/sessions`, { body: learnerBody() });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ error: "course_not_published" });
  });

  test.each([{ userId: "" }, { email: "nobody" }, { fullName: " " }, { extra: 1 }, { userId: { $ne: null } }])(
    "%j is refused",
    async (wrong) => {
      const tenant = service.newTenant();
      const courseId = await createCourse(tenant);
      const response = await tenant.http("POST", `/v1/public/courses/${courseId}/sessions`, {
        body: learnerBody(wrong),
      });
      expect(response.status).toBe(422);
    },
  );
});

describe("progress", () => {
  test("opens the exam with the last required module; optional modules may be missing", async () => {
    const tenant = service.newTenant();
    const courseId = await createCourse(tenant, { modules: ["a", "b"], optional: ["extra"], examApproveScore: 70 });
    const { _id: id } = await enroll(tenant, courseId);
    expect(await completeStep(tenant, id, "progress", { moduleId: "a" })).toMatchObject({
      status: "in_progress",
      currentModule: "b",
    });
    expect(await completeStep(tenant, id, "progress", { moduleId: "b" })).toMatchObject({
      status: "exam",
      currentModule: "extra",
    });
    // The optional module can still be completed; the status stays.
    expect(await completeStep(tenant, id, "progress", { moduleId: "extra" })).toMatchObject({
      status: "exam",
      examStatus: "started",
    });
    expect(await readTransitions(tenant)).toEqual([" → in_progress", "in_progress → exam"]);
  });

  test("completes a course without an exam", async () => {
    const tenant = service.newTenant();
    const { _id: id } = await enroll(tenant, await createCourse(tenant, { modules: ["a"] }));
    expect(await completeStep(tenant, id, "progress", { moduleId: "a" })).toMatchObject({
      status: "completed",
      examStatus: "none",
      completedAt: expect.any(String) as string,
    });
    expect(await readTransitions(tenant)).toEqual([" → in_progress", "in_progress → completed"]);
  });

  test("a module is stored once, and reporting it again changes nothing", async () => {
    const tenant = service.newTenant();
    const { _id: id } = await enroll(tenant, await createCourse(tenant, { modules: ["a", "b"] }));
    const first = await completeStep(tenant, id, "progress", { moduleId: "a" });
    expect(await completeStep(tenant, id, "progress", { moduleId: "a" })).toEqual(first);
    expect(first.completedModules).toEqual(["a"]);
  });

  test("fifty reports at once are all stored, and the status changes once", async () => {
    const tenant = service.newTenant();
    const modules = Array.from({ length: 10 }, (_, index) => `m${index}`);
    const { _id: id } = await enroll(tenant, await createCourse(tenant, { modules, examApproveScore: 50 }));
    const reports = Array.from({ length: 50 }, (_, index) =>
      completeStep(tenant, id, "progress", { moduleId: `m${index % 10}` }),
    );
    const { succeeded, codes } = await settleAll(reports);
    expect({ succeeded, codes }).toEqual({ succeeded: 50, codes: [] });
    const session = await findStoredSession(tenant, id);
    expect(session?.completedModules.toSorted()).toEqual(modules.toSorted());
    expect(session?.status).toBe("exam");
    expect(await readTransitions(tenant)).toEqual([" → in_progress", "in_progress → exam"]);
  });

  test("of an unknown module is refused", async () => {
    const tenant = service.newTenant();
    const { _id: id } = await enroll(tenant, await createCourse(tenant, { modules: ["a"] }));
    const response = await postStep(tenant, id, "progress", { moduleId: "z" });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: "module_not_found" });
  });

  test("is refused while the course is not published", async () => {
    const tenant = service.newTenant();
    const courseId = await createCourse(tenant, { modules: ["a"] });
    const { _id: id } = await enroll(tenant, courseId);
    await tenant.rpc.approveUpdateCourse({ courseId, published: false });
    expect(await (await postStep(tenant, id, "progress", { moduleId: "a" })).json()).toMatchObject({
      error: "course_not_published",
    });
    await tenant.rpc.approveUpdateCourse({ courseId, published: true });
    expect(await completeStep(tenant, id, "progress", { moduleId: "a" })).toMatchObject({ status: "completed" });
  });

  test("twice with one idempotency key gets the stored answer", async () => {
    const tenant = service.newTenant();
    const { _id: id } = await enroll(tenant, await createCourse(tenant, { modules: ["a", "b"] }));
    const send = () => postStep(tenant, id, "progress", { moduleId: "a" }, { "idempotency-key": "k" });
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
    const { _id: id } = await enroll(tenant, await createCourse(tenant, course));
    expect(await completeStep(tenant, id, "finish")).toMatchObject({ status });
    expect(await readTransitions(tenant)).toEqual([" → in_progress", `in_progress → ${status}`]);
  });

  test("a course without required modules is not completed by an optional module", async () => {
    const tenant = service.newTenant();
    const { _id: id } = await enroll(tenant, await createCourse(tenant, { optional: ["extra"] }));
    expect(await completeStep(tenant, id, "progress", { moduleId: "extra" })).toMatchObject({ status: "in_progress" });
  });

  test("is refused while required modules are missing", async () => {
    const tenant = service.newTenant();
    const { _id: id } = await enroll(tenant, await createCourse(tenant, { modules: ["a", "b"] }));
    const response = await postStep(tenant, id, "finish");
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      error: "modules_missing",
      detail: '2 required modules are not done; the first is "a".',
    });
  });

  test("ten times at once succeeds once", async () => {
    const tenant = service.newTenant();
    const { _id: id } = await enroll(tenant, await createCourse(tenant));
    const responses = await Promise.all(Array.from({ length: 10 }, () => postStep(tenant, id, "finish")));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await readTransitions(tenant)).toEqual([" → in_progress", "in_progress → completed"]);
  });
});

describe("every transition that is not in the table is refused", () => {
  const illegal = statuses.flatMap((from) =>
    statuses.filter((to) => !transitions[from].includes(to)).map((to) => [from, to] as const),
  );

  test.each(illegal)("from %s to %s", async (from, to) => {
    const tenant = service.newTenant();
    const { _id: id } = await enroll(tenant, await createCourse(tenant));
    await tenant
      .scope()
      .collection<Session>("sessions")
      .updateOne({ _id: id }, { $set: { status: from } });
    const move = service.running.context.db.transaction(tenant.call(), async (scope) => {
      const found = await findSession(scope, id);
      return moveSession(scope, found!.session, to);
    });
    await expect(move).rejects.toMatchObject({ code: "illegal_transition" });
    expect((await findStoredSession(tenant, id))?.status).toBe(from);
  });

  test("when the session has moved since it was read", async () => {
    const tenant = service.newTenant();
    const { _id: id } = await createSession(tenant, "completed");
    const readBefore = { ...(await findStoredSession(tenant, id))!, status: "in_progress" as const };
    const move = service.running.context.db.transaction(tenant.call(), (scope) =>
      moveSession(scope, readBefore, "exam"),
    );
    await expect(move).rejects.toMatchObject({ code: "illegal_transition" });
    expect((await findStoredSession(tenant, id))?.status).toBe("completed");
  });

  const routes = [
    ["finish", {}, ["in_progress"]],
    ["exam", { score: 90 }, ["exam", "failed"]],
  ] as const;
  const refusedSteps = routes.flatMap(([path, body, allowed]) =>
    statuses
      .filter((status) => !(allowed as readonly string[]).includes(status))
      .map((status) => [path, status, body] as const),
  );
  test.each(refusedSteps)("POST %s for a session in status %s", async (path, status, body) => {
    const tenant = service.newTenant();
    const { _id: id } = await createSession(tenant, status);
    const before = await findStoredSession(tenant, id);
    const response = await postStep(tenant, id, path, body);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ error: "illegal_transition" });
    expect(await findStoredSession(tenant, id)).toEqual(before);
  });

  const statusesAfterModules = statuses.filter((status) => status !== "in_progress");
  test.each(statusesAfterModules)("completing a module again leaves the status %s", async (status) => {
    const tenant = service.newTenant();
    const { _id: id } = await createSession(tenant, status);
    expect(await completeStep(tenant, id, "progress", { moduleId: "intro" })).toMatchObject({ status });
  });
});

describe("learning_get_course_progress", () => {
  test("shows the progress of each learner, the latest first, of one course or of all", async () => {
    const tenant = service.newTenant();
    const courseId = await createCourse(tenant, { modules: ["a", "b"], examApproveScore: 70 });
    const other = await createCourse(tenant);
    const first = await enroll(tenant, courseId, learnerBody({ fullName: "Ana" }));
    const second = await enroll(tenant, courseId, learnerBody({ fullName: "Beto" }));
    const third = await enroll(tenant, other);
    await completeStep(tenant, first._id, "progress", { moduleId: "a" });

    const ofCourse = await tenant.rpc.getCourseProgress({ courseId });
    expect(ofCourse.items).toMatchObject([
      {
        sessionId: second._id,
        fullName: "Beto",
        status: "in_progress",
        currentModule: "a",
        completedModules: [],
      },
      {
        sessionId: first._id,
        fullName: "Ana",
        currentModule: "b",
        completedModules: ["a"],
        examStatus: "not_started",
      },
    ]);
    const page = await tenant.rpc.getCourseProgress({ limit: 1 });
    expect(page).toMatchObject({ items: [{ sessionId: third._id, courseId: other }], hasMore: true });
    const rest = await tenant.rpc.getCourseProgress({ limit: 5, cursor: page.nextCursor });
    expect(rest.items.map(({ sessionId }) => sessionId)).toEqual([second._id, first._id]);
  });

  test("fits into one reply with 500 sessions of 200 completed modules each", async () => {
    const tenant = service.newTenant();
    const courseId = await createCourse(tenant, { modules: ["a"] });
    const { _id: sessionId } = await enroll(tenant, courseId);
    const one = await findStoredSession(tenant, sessionId);
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
  test("returns the session, and only its own fields", async () => {
    const tenant = service.newTenant();
    const { _id: id } = await createSession(tenant, "failed");
    const session = await readSuccess(tenant.http("GET", `/v1/public/sessions/${id}`));
    expect(session).toMatchObject({ _id: id, status: "failed", score: 40, examStatus: "failed", attemptCount: 1 });
    expect(session).not.toHaveProperty("businessId");
    expect(session).not.toHaveProperty("certificate");
  });

  test("shows an issued certificate", async () => {
    const tenant = service.newTenant();
    const { _id: id } = await createSession(tenant, "certified");
    const session = await readSuccess(tenant.http("GET", `/v1/public/sessions/${id}`));
    expect(session).toMatchObject({ status: "certified", certificate: { issuedBy: "key_test", score: 85 } });
  });
});

test("an unpaired surrogate in a body is refused, because MongoDB would store another character", async () => {
  const tenant = service.newTenant();
  const courseId = await createCourse(tenant, { modules: ["a"] });
  for (const text of ["\ud800", "x\udfff"]) {
    const body = learnerBody({ userId: text });
    const response = await tenant.http("POST", `/v1/public/courses/${courseId}/sessions`, { body });
    expect([response.status, await response.json()]).toMatchObject([422, { error: "invalid_argument" }]);
  }
  expect(await enroll(tenant, courseId, learnerBody({ fullName: "Ana 🦊" }))).toMatchObject({ fullName: "Ana 🦊" });
});
