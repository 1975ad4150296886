import { newId } from "@tenant-ops/kit/data";
import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import { type LearningService, SessionStatusChangedSchema } from "@tenant-ops/proto/learning";
import { beforeAll, describe, expect, test } from "vitest";
import { learning } from "../learning.js";
import type { EndedSession, Session } from "../sessions/sessions.rules.js";
import { completeStep, createCourse, enroll, learnerBody, type LearningTenant, withPreviewCheck } from "../testing.js";

let service: SharedTestService<typeof LearningService>;
beforeAll(async () => void (service = await shareTestService(learning)));

// `withPreviewCheck`: a preview that writes fails its test.
const newTenant: typeof service.newTenant = (given) => withPreviewCheck(service.newTenant(given));

const learners = (count: number) => Array.from({ length: count }, () => learnerBody());

const sessionsOf = (tenant: LearningTenant) => tenant.scope().collection<Session>("sessions");

/** Deletes a session as a retention rule does. */
async function endSession(tenant: LearningTenant, sessionId: string): Promise<void> {
  const { fullName: _name, email: _email, words: _words, ...ended } = (await sessionsOf(tenant).findById(sessionId))!;
  await tenant.scope().collection<EndedSession>("endedSessions").insertOne(ended);
  await sessionsOf(tenant).deleteOne({ _id: sessionId });
}

describe("learning_propose_enrollments", () => {
  test("says of each student what enrolling does, in the order asked for, with the stored name of those who are enrolled", async () => {
    const tenant = newTenant();
    const courseId = await createCourse(tenant, { modules: ["a"], examApproveScore: 70 });
    const known = learnerBody({ fullName: "Luis" });
    const former = learnerBody();
    const { _id: knownId } = await enroll(tenant, courseId, known);
    const { _id: formerId } = await enroll(tenant, courseId, former);
    await completeStep(tenant, formerId, "progress", { moduleId: "a" });
    await endSession(tenant, formerId);
    const [fresh = learnerBody()] = learners(1);

    const students = [{ ...known, fullName: "Otro" }, fresh, former];
    const { preview, checks, warnings } = await tenant.rpc.proposeEnrollments({ courseId, students });
    expect(preview).toMatchObject({
      courseId,
      title: "Primeros auxilios",
      total: 3,
      newSessions: 1,
      students: [
        { ...known, outcome: "already_enrolled", status: "in_progress", sessionId: knownId },
        { ...fresh, outcome: "new", status: "in_progress", sessionId: "" },
        { ...former, outcome: "restored", status: "exam", sessionId: formerId },
      ],
    });
    expect(checks.map(({ name, ok }) => [name, ok])).toEqual([
      ["course_is_published", true],
      ["all_are_new", false],
    ]);
    expect(warnings).toContain(
      `The student ${known.userId} is enrolled under another name than Otro: check that the id belongs to this person.`,
    );
  });
});

describe("propose and approve refuse", () => {
  test.each<[what: string, students: (one: ReturnType<typeof learnerBody>) => object[], field: string]>([
    ["no student", () => [], "students"],
    ["a student twice", (one) => [one, one], "students[1].userId"],
    ["101 students", () => learners(101), "students"],
    ["a student without an id", (one) => [{ ...one, userId: " " }], "students[0].userId"],
    ["a student without a name", (one) => [{ ...one, fullName: "\u200B" }], "students[0].fullName"],
    ["what is no e-mail address", (one) => [{ ...one, email: "nobody" }], "students[0].email"],
  ])("%s", async (_, toStudents, field) => {
    const tenant = newTenant();
    const courseId = await createCourse(tenant);
    const students = toStudents(learnerBody());
    const refusal = { code: "invalid_argument", detail: expect.stringContaining(field) as string };
    await expect(tenant.rpc.proposeEnrollments({ courseId, students })).rejects.toMatchObject(refusal);
    await expect(tenant.rpc.approveEnrollments({ courseId, students })).rejects.toMatchObject(refusal);
    expect(await sessionsOf(tenant).count({})).toBe(0);
  });

  test("a course that is not published; publishing it is enough", async () => {
    const tenant = newTenant();
    const courseId = await createCourse(tenant, { published: false });
    const request = { courseId, students: learners(1) };
    const refusal = { code: "course_not_published" };
    await expect(tenant.rpc.proposeEnrollments(request)).rejects.toMatchObject(refusal);
    await expect(tenant.rpc.approveEnrollments(request)).rejects.toMatchObject(refusal);
    await tenant.rpc.approveUpdateCourse({ courseId, published: true });
    expect(await tenant.rpc.approveEnrollments(request)).toMatchObject({ newSessions: 1 });
  });

  test("a course that was closed after the preview: nobody is enrolled", async () => {
    const tenant = newTenant();
    const courseId = await createCourse(tenant);
    const request = { courseId, students: learners(3) };
    await tenant.rpc.proposeEnrollments(request);
    await tenant.rpc.approveUpdateCourse({ courseId, published: false });
    await expect(tenant.rpc.approveEnrollments(request)).rejects.toMatchObject({ code: "course_not_published" });
    expect(await sessionsOf(tenant).count({})).toBe(0);
  });

  test("a course of another business like an unknown one, and enroll nobody there", async () => {
    const owner = newTenant();
    const foreign = await createCourse(owner);
    const tenant = newTenant();
    for (const courseId of [foreign, newId("crs")]) {
      const request = { courseId, students: learners(1) };
      const refusal = { code: "course_not_found" };
      await expect(tenant.rpc.proposeEnrollments(request)).rejects.toMatchObject(refusal);
      await expect(tenant.rpc.approveEnrollments(request)).rejects.toMatchObject(refusal);
    }
    expect([await sessionsOf(owner).count({}), await sessionsOf(tenant).count({})]).toEqual([0, 0]);
  });
});

describe("learning_approve_enrollments", () => {
  test("enrolls a hundred students with one approval, as REST does; each has a session and its event", async () => {
    const tenant = newTenant();
    const courseId = await createCourse(tenant, { modules: ["a"] });
    const students = learners(100);
    const { sessions, count, newSessions } = await tenant.rpc.approveEnrollments({ courseId, students });
    expect([count, newSessions]).toEqual([100, 100]);
    expect(sessions.map(({ userId }) => userId)).toEqual(students.map(({ userId }) => userId));
    const events = await tenant.events(SessionStatusChangedSchema);
    expect(events.map(({ sessionId }) => sessionId).toSorted()).toEqual(
      sessions.map(({ sessionId }) => sessionId).toSorted(),
    );
    expect(await tenant.rpc.getEnrollmentStats({ courseId })).toMatchObject({ totalEnrollments: 100 });

    const overRest = await enroll(tenant, courseId);
    const { _id: _restId, userId: _restUser, ...shape } = (await sessionsOf(tenant).findById(overRest._id))!;
    const stored = (await sessionsOf(tenant).findById(sessions[7]?.sessionId ?? ""))!;
    expect(Object.keys(stored).toSorted()).toEqual(["_id", "userId", ...Object.keys(shape)].toSorted());
    expect(stored).toMatchObject({ ...students[7], courseId, status: "in_progress" });
  });

  test("keeps the session of who is enrolled already, and brings back one that was deleted", async () => {
    const tenant = newTenant();
    const courseId = await createCourse(tenant, { modules: ["a", "b"] });
    const [known = learnerBody(), former = learnerBody(), fresh = learnerBody()] = learners(3);
    const { _id: knownId } = await enroll(tenant, courseId, known);
    await completeStep(tenant, knownId, "progress", { moduleId: "a" });
    const { _id: formerId } = await enroll(tenant, courseId, former);
    await endSession(tenant, formerId);
    const before = await tenant.events(SessionStatusChangedSchema);

    const students = [{ ...known, fullName: "Otro" }, former, fresh];
    const { sessions, newSessions } = await tenant.rpc.approveEnrollments({ courseId, students });
    expect(newSessions).toBe(1);
    expect(sessions).toMatchObject([
      { sessionId: knownId, outcome: "already_enrolled" },
      { sessionId: formerId, outcome: "restored" },
      { userId: fresh.userId, outcome: "new", status: "in_progress" },
    ]);
    expect(await sessionsOf(tenant).findById(knownId)).toMatchObject({
      fullName: "Ana Pérez",
      completedModules: ["a"],
    });
    expect(await tenant.events(SessionStatusChangedSchema)).toHaveLength(before.length + 1);
  });

  test("twice, with no key and with two of them, begins one session for each student", async () => {
    const tenant = newTenant();
    const request = { courseId: await createCourse(tenant), students: learners(3) };
    const first = await tenant.rpc.approveEnrollments(request, { idempotencyKey: "yes-1" });
    for (const given of [{ idempotencyKey: "yes-2" }, {}]) {
      const again = await tenant.rpc.approveEnrollments(request, given);
      expect(again.newSessions).toBe(0);
      expect(again.sessions.map(({ sessionId }) => sessionId)).toEqual(
        first.sessions.map(({ sessionId }) => sessionId),
      );
    }
    expect(await sessionsOf(tenant).count({})).toBe(3);
  });

  test("sent twice with one idempotency key, also at once, it answers the same", async () => {
    const tenant = newTenant();
    const request = { courseId: await createCourse(tenant), students: learners(3) };
    const send = () => tenant.rpc.approveEnrollments(request, { idempotencyKey: "yes-1" });
    const [first, second] = await Promise.all([send(), send()]);
    expect(second).toEqual(first);
    expect(await send()).toEqual(first);
    expect(await tenant.events(SessionStatusChangedSchema)).toHaveLength(3);
  });

  test("of many lists and REST requests at once that share students each student gets one session", async () => {
    const tenant = newTenant();
    const courseId = await createCourse(tenant);
    const students = learners(8);
    const lists = [students, students.toReversed(), students.slice(2, 6), students.slice(4)];
    const answers = await Promise.all([
      ...lists.map((list) => tenant.rpc.approveEnrollments({ courseId, students: list })),
      ...students.slice(0, 4).map((one) => enroll(tenant, courseId, one)),
    ]);
    expect(answers).toHaveLength(8);
    expect(await sessionsOf(tenant).count({})).toBe(8);
    expect(await tenant.events(SessionStatusChangedSchema)).toHaveLength(8);
    expect(await tenant.rpc.getEnrollmentStats({ courseId })).toMatchObject({ totalEnrollments: 8 });
  });
});

test("learning_list_sessions and learning_get_course_progress show the id that a student is enrolled with", async () => {
  const tenant = newTenant();
  const courseId = await createCourse(tenant);
  await tenant.rpc.approveEnrollments({ courseId, students: [learnerBody({ userId: "u-1" })] });
  expect((await tenant.rpc.listSessions({ courseId })).items).toMatchObject([{ userId: "u-1" }]);
  expect((await tenant.rpc.getCourseProgress({ courseId })).items).toMatchObject([{ userId: "u-1" }]);
});
