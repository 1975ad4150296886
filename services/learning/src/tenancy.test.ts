import { newId } from "@tenant-ops/kit/data";
import { startTestService, type TestService } from "@tenant-ops/kit/testing";
import type { LearningService } from "@tenant-ops/proto/learning";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { learning } from "./learning.js";
import { learnerBody, createSession, type LearningTenant, withPreviewCheck } from "./testing.js";

let service: TestService<typeof LearningService>;
beforeAll(async () => void (service = await startTestService(learning)));
afterAll(() => service.close());

// Every preview in this file is withPreviewCheck: one that writes fails its test.
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

  const routes: [string, string, object | undefined][] = [
    ["GET", "/v1/public/courses/{course}", undefined],
    ["GET", "/v1/public/courses/{course}/modules", undefined],
    ["PUT", "/v1/public/courses/{course}/modules", { modules: [] }],
    ["POST", "/v1/public/courses/{course}/sessions", learnerBody()],
    ["GET", "/v1/public/sessions/{session}", undefined],
    ["POST", "/v1/public/sessions/{session}/progress", { moduleId: "intro" }],
    ["POST", "/v1/public/sessions/{session}/finish", {}],
    ["POST", "/v1/public/sessions/{session}/exam", { score: 90 }],
  ];
  test.each(routes)("%s %s", async (method, path, body) => {
    const tenant = newTenant();
    const others = await createSession(newTenant(), "exam");
    const request = async (course: string, session: string) => {
      const url = path.replace("{course}", course).replace("{session}", session);
      const response = await tenant.http(method, url, { ...(body && { body }) });
      const { error, detail } = (await response.json()) as { error: string; detail: string };
      return { status: response.status, error, detail: detail.replace(course, "id").replace(session, "id") };
    };
    const forOthers = await request(others.courseId, others._id);
    expect(forOthers).toEqual(await request(newId("crs"), newId("ses")));
    expect(forOthers.status).toBe(404);
  });

  test("a request without the gateway's signed context is refused", async () => {
    const response = await fetch(`${service.httpUrl}/v1/public/courses/${newId("crs")}`);
    expect(response.status).toBe(401);
  });
});
