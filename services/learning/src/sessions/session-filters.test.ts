import { startTestService, type TestService } from "@tenant-ops/kit/testing";
import type { LearningService } from "@tenant-ops/proto/learning";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { learning } from "../learning.js";
import { examStatuses, type Session, statuses } from "./sessions.rules.js";
import { completeStep, createCourse, createSession, enroll, learnerBody, type LearningTenant } from "../testing.js";

let service: TestService<typeof LearningService>;
beforeAll(async () => void (service = await startTestService(learning)));
afterAll(() => service.close());

type Request = Parameters<LearningTenant["rpc"]["listSessions"]>[0];

const listIds = async (tenant: LearningTenant, request: Request) =>
  (await tenant.rpc.listSessions(request)).items.map(({ sessionId }) => sessionId);

const enrollNamed = async (tenant: LearningTenant, courseId: string, fullName: string, email: string) =>
  (await enroll(tenant, courseId, learnerBody({ fullName, email })))._id;

describe("learning_list_sessions", () => {
  test("each status, and each exam status, lists exactly the sessions that have it, whatever statuses they had before", async () => {
    const tenant = service.newTenant();
    for (const status of statuses) await createSession(tenant, status);
    const withoutExam = await createCourse(tenant, { modules: ["a"] });
    await enroll(tenant, withoutExam);
    const { _id: done } = await enroll(tenant, withoutExam);
    await completeStep(tenant, done, "progress", { moduleId: "a" });
    const { _id: failedTwice, courseId } = await createSession(tenant, "failed");
    await completeStep(tenant, failedTwice, "exam", { score: 10 });
    // A course gets an exam while one learner is in progress and another one has completed it.
    const later = await createCourse(tenant, { modules: ["a"] });
    await enroll(tenant, later);
    const { _id: before } = await enroll(tenant, later);
    await completeStep(tenant, before, "progress", { moduleId: "a" });
    await tenant.rpc.approveUpdateCourse({ courseId: later, examApproveScore: 50 });

    const all = (await tenant.rpc.listSessions({})).items;
    expect(all).toHaveLength(10);
    const idsOf = (items: typeof all) => items.map(({ sessionId }) => sessionId);
    const counts = { status: 0, exam: 0 };
    for (const status of statuses) {
      const found = await listIds(tenant, { status });
      expect([status, found]).toEqual([status, idsOf(all.filter((one) => one.status === status))]);
      counts.status += found.length;
    }
    for (const examStatus of examStatuses) {
      for (const ofCourse of new Set(all.map((one) => one.courseId))) {
        const wanted = all.filter((one) => one.courseId === ofCourse && one.examStatus === examStatus);
        const found = await listIds(tenant, { courseId: ofCourse, examStatus });
        expect([examStatus, found]).toEqual([examStatus, idsOf(wanted)]);
        counts.exam += found.length;
      }
      expect(all.map((one) => one.examStatus)).toContain(examStatus);
    }
    for (const examStatus of ["started", "passed", "failed"]) {
      const wanted = all.filter((one) => one.examStatus === examStatus);
      expect([examStatus, await listIds(tenant, { examStatus })]).toEqual([examStatus, idsOf(wanted)]);
    }
    expect(counts).toEqual({ status: 10, exam: 10 });
    expect(await listIds(tenant, { courseId, status: "failed", examStatus: "failed" })).toEqual([failedTwice]);
    expect(await listIds(tenant, { status: "completed", examStatus: "failed" })).toEqual([]);
  });

  test("finds a student by any word of the name or the address, in any case, with or without accents", async () => {
    const tenant = service.newTenant();
    const courseId = await createCourse(tenant);
    const ana = await enrollNamed(tenant, courseId, "Ana Pérez", "ana.perez@example.com");
    const nunez = await enrollNamed(tenant, courseId, "Íñigo NÚÑEZ", "inigo+1@example.org");
    const find = (student: string) => listIds(tenant, { student });
    for (const student of ["perez", "PÉREZ", " Ana P", "ana.perez@", "Pe\u0301rez an"])
      expect([student, await find(student)]).toEqual([student, [ana]]);
    for (const student of ["nunez", "Íñ", "inigo+1", "org"])
      expect([student, await find(student)]).toEqual([student, [nunez]]);
    expect(await find("example")).toEqual([nunez, ana]);
    expect(await find(" ")).toEqual([nunez, ana]);
    for (const student of ["erez", ".*", "^", "a|n", "$ne", "\\d"])
      expect([student, await find(student)]).toEqual([student, []]);
  });

  test("filters by the day of enrollment in the time zone of the business", async () => {
    const tenant = service.newTenant({ timeZone: "America/Mexico_City" });
    const courseId = await createCourse(tenant);
    const ids: string[] = [];
    for (const at of ["2026-03-31T05:59:59.999Z", "2026-03-31T06:00:00Z", "2026-04-01T05:59:59.999Z"]) {
      const { _id } = await enroll(tenant, courseId);
      await tenant
        .scope()
        .collection<Session>("sessions")
        .updateOne({ _id }, { $set: { startedAt: new Date(at) } });
      ids.unshift(_id);
    }
    expect(await listIds(tenant, { dateFrom: "2026-03-31", dateTo: "2026-03-31" })).toEqual(ids.slice(0, 2));
  });

  test("lists page by page, the latest first; a cursor belongs to its filters", async () => {
    const tenant = service.newTenant();
    const courseId = await createCourse(tenant);
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift((await enroll(tenant, courseId))._id);
    const filter = { courseId, student: "ana", examStatus: "none", limit: 2 };
    const found: string[] = [];
    let cursor = "";
    do {
      const page = await tenant.rpc.listSessions({ ...filter, cursor });
      found.push(...page.items.map(({ sessionId }) => sessionId));
      cursor = page.nextCursor;
      expect(page.hasMore).toBe(cursor !== "");
    } while (cursor);
    expect(found).toEqual(ids);
    const { nextCursor } = await tenant.rpc.listSessions(filter);
    await expect(tenant.rpc.listSessions({ ...filter, student: "an", cursor: nextCursor })).rejects.toMatchObject({
      code: "invalid_cursor",
    });
  });

  test("empty filters mean all; another business sees nothing", async () => {
    const tenant = service.newTenant();
    await createSession(tenant, "exam");
    const empty = { courseId: "", status: "", examStatus: "", student: "", dateFrom: "", dateTo: "" };
    expect(await tenant.rpc.listSessions(empty)).toMatchObject({ count: 1, items: [{ status: "exam" }] });
    expect((await service.newTenant().rpc.listSessions(empty)).count).toBe(0);
  });

  test.each([
    { status: "done" },
    { examStatus: "open" },
    { examStatus: "none" },
    { examStatus: "not_started" },
    { limit: 0 },
    { limit: 501 },
    { cursor: "x" },
    { dateFrom: "2026-02-30" },
    { student: "x".repeat(201) },
  ])("%j is refused", async (request) => {
    await expect(service.newTenant().rpc.listSessions(request)).rejects.toMatchObject({
      code: expect.stringMatching(/^invalid_(argument|cursor)$/) as string,
    });
  });
});
