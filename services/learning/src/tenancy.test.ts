import { newId } from "@tenant-ops/kit/data";
import type { Route } from "@tenant-ops/kit/http";
import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import type { LearningService } from "@tenant-ops/proto/learning";
import * as routes from "@tenant-ops/rest/learning";
import { beforeAll, describe, expect, test } from "vitest";
import { learning } from "./learning.js";
import type { Session } from "./sessions/sessions.rules.js";
import { createSession, learnerBody, type LearningTenant, send, withPreviewCheck } from "./testing.js";

let service: SharedTestService<typeof LearningService>;
beforeAll(async () => void (service = await shareTestService(learning)));

// `withPreviewCheck`: a preview that writes fails its test.
const newTenant: typeof service.newTenant = (given) => withPreviewCheck(service.newTenant(given));

type RpcCall = (tenant: LearningTenant, id: string) => Promise<unknown>;

const readRefusal = async (calling: Promise<unknown>): Promise<unknown> => {
  const { code, detail } = await calling.then(
    () => ({ code: "none", detail: "" }),
    (error: { code: string; detail: string }) => error,
  );
  return { code, detail };
};

describe("an id of another business gives the same answer as an unknown id", () => {
  const modules = [{ id: "m1", title: "Uno" }];
  const courseTools: [string, RpcCall][] = [
    ["learning_get_enrollment_stats", (tenant, courseId) => tenant.rpc.getEnrollmentStats({ courseId })],
    ["learning_get_course_progress", (tenant, courseId) => tenant.rpc.getCourseProgress({ courseId })],
    ["learning_get_exam_results", (tenant, courseId) => tenant.rpc.getExamResults({ courseId })],
    ["learning_propose_update_course", (tenant, courseId) => tenant.rpc.proposeUpdateCourse({ courseId })],
    ["learning_approve_update_course", (tenant, courseId) => tenant.rpc.approveUpdateCourse({ courseId, title: "x" })],
    ["learning_list_course_modules", (tenant, courseId) => tenant.rpc.listCourseModules({ courseId })],
    ["learning_propose_course_modules", (tenant, courseId) => tenant.rpc.proposeCourseModules({ courseId, modules })],
    ["learning_approve_course_modules", (tenant, courseId) => tenant.rpc.approveCourseModules({ courseId, modules })],
    [
      "learning_propose_enrollments",
      (tenant, courseId) => tenant.rpc.proposeEnrollments({ courseId, students: [learnerBody({ userId: "u-1" })] }),
    ],
    [
      "learning_approve_enrollments",
      (tenant, courseId) => tenant.rpc.approveEnrollments({ courseId, students: [learnerBody({ userId: "u-1" })] }),
    ],
    ["learning_list_sessions", (tenant, courseId) => tenant.rpc.listSessions({ courseId })],
  ];
  const sessionTools: [string, RpcCall][] = [
    ["learning_propose_issue_certificate", (tenant, sessionId) => tenant.rpc.proposeIssueCertificate({ sessionId })],
    ["learning_approve_issue_certificate", (tenant, sessionId) => tenant.rpc.approveIssueCertificate({ sessionId })],
  ];

  const expectSameRefusal = async (callRpc: RpcCall, othersId: string, unknownId: string) => {
    const tenant = newTenant();
    const forOthersId = await readRefusal(callRpc(tenant, othersId));
    const forUnknownId = await readRefusal(callRpc(tenant, unknownId));
    expect(JSON.parse(JSON.stringify(forOthersId).replaceAll(othersId, "id"))).toEqual(
      JSON.parse(JSON.stringify(forUnknownId).replaceAll(unknownId, "id")),
    );
    expect(forOthersId).toMatchObject({ code: expect.stringMatching(/_not_found$/) as string });
  };

  test.each(courseTools)("%s", async (_, callRpc) => {
    const { courseId: othersId } = await createSession(newTenant(), "completed");
    await expectSameRefusal(callRpc, othersId, newId("crs"));
  });

  test.each(sessionTools)("%s", async (_, callRpc) => {
    const { _id: othersId } = await createSession(newTenant(), "completed");
    await expectSameRefusal(callRpc, othersId, newId("ses"));
  });

  /** The bodies of the routes that need one. */
  const bodies: Record<string, object> = {
    updateCourse: { published: false },
    replaceCourseModules: { modules: [{ _id: "m1", title: "Uno" }] },
    enrollStudent: learnerBody(),
    reportProgress: { moduleId: "intro" },
    submitExam: { score: 90 },
  };
  // The public page names its business by the id itself; its own tests are in page.test.ts.
  const ofTenants = Object.values<Route>(routes).filter(({ caller }) => caller === "tenant");
  const withId = ofTenants.flatMap(({ id, method, path, query }): [string, string, string][] => {
    if (path.includes("{id}")) return [[method, path, id]];
    return query && "courseId" in query.shape ? [[method, `${path}?courseId={id}`, id]] : [];
  });

  test.each(withId)("%s %s", async (method, path, routeId) => {
    const tenant = newTenant();
    const owner = newTenant();
    const others = await createSession(owner, "certified");
    const certificate = await owner.scope().collection<Session>("sessions").findById(others._id);
    const othersId = /\/sessions\/\{/.test(path)
      ? others._id
      : path.includes("/certificates/{")
        ? (certificate?.certificate?.certificateId ?? "")
        : others.courseId;
    const request = async (id: string) => {
      const { status, body } = await send(tenant, method, path.replace("{id}", id), bodies[routeId]);
      return { status, error: body["error"], detail: String(body["detail"]).replace(id, "id") };
    };
    const forOthers = await request(othersId);
    expect(forOthers).toEqual(await request(newId("xyz")));
    expect(forOthers).toMatchObject({ status: 404, error: expect.stringMatching(/_not_found$/) as string });
  });

  test("lists and numbers without an id contain nothing of another business", async () => {
    const owner = newTenant();
    const { userId } = await createSession(owner, "certified");
    const tenant = newTenant();
    const empty = { items: [], count: 0, has_more: false };
    for (const path of ["courses", "courses?slug=curso-1", "sessions", "certificates"]) {
      expect((await send(tenant, "GET", `/v1/public/${path}`)).body).toEqual(empty);
    }
    for (const path of ["sessions", "certificates"]) {
      expect((await send(tenant, "GET", `/v1/public/${path}?userId=${userId}`)).body).toEqual(empty);
    }
    expect((await send(tenant, "GET", "/v1/public/courses/statistics")).body).toMatchObject({ total_enrollments: 0 });
    const exams = await send(tenant, "GET", "/v1/public/courses/exam-statistics");
    expect(exams.body).toEqual({ total_exams_started: 0, total_exams_completed: 0, pass_rate: 0 });
  });

  test("a request without the gateway's signed context is refused", async () => {
    const response = await fetch(`${service.httpUrl}/v1/public/courses/${newId("crs")}`);
    expect(response.status).toBe(401);
  });
});
