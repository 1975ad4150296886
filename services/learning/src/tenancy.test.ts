import { newId } from "@tenant-ops/kit/data";
import { startTestService, type TestService } from "@tenant-ops/kit/testing";
import type { LearningService } from "@tenant-ops/proto/learning";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { learning } from "./learning.js";
import { aLearner, givenSession, type Tenant, watched } from "./testing.js";

// Real gRPC, real MongoDB, real NATS; every test is its own business.
let service: TestService<typeof LearningService>;
beforeAll(async () => void (service = await startTestService(learning)));
afterAll(() => service.close());

// Every preview in this file is watched: one that writes fails its test.
const newTenant: typeof service.newTenant = (given) => watched(service.newTenant(given));

type Ask = (tenant: Tenant, id: string) => Promise<unknown>;

const refusalOf = async (asked: Promise<unknown>): Promise<unknown> => {
  const { code, detail } = await asked.then(
    () => ({ code: "none", detail: "" }),
    (error: { code: string; detail: string }) => error,
  );
  return { code, detail };
};

describe("another business's id gives the same answer as a random one", () => {
  const courseTools: [string, Ask][] = [
    ["learning_get_enrollment_stats", (tenant, courseId) => tenant.rpc.getEnrollmentStats({ courseId })],
    ["learning_get_course_progress", (tenant, courseId) => tenant.rpc.getCourseProgress({ courseId })],
    ["learning_get_exam_results", (tenant, courseId) => tenant.rpc.getExamResults({ courseId })],
    ["learning_propose_update_course", (tenant, courseId) => tenant.rpc.proposeUpdateCourse({ courseId })],
    ["learning_approve_update_course", (tenant, courseId) => tenant.rpc.approveUpdateCourse({ courseId, title: "x" })],
  ];
  const sessionTools: [string, Ask][] = [
    ["learning_propose_issue_certificate", (tenant, sessionId) => tenant.rpc.proposeIssueCertificate({ sessionId })],
    ["learning_approve_issue_certificate", (tenant, sessionId) => tenant.rpc.approveIssueCertificate({ sessionId })],
  ];

  const compare = async (ask: Ask, foreign: string, random: string) => {
    const tenant = newTenant();
    const [toForeign, toRandom] = [await refusalOf(ask(tenant, foreign)), await refusalOf(ask(tenant, random))];
    expect(JSON.parse(JSON.stringify(toForeign).replaceAll(foreign, "id"))).toEqual(
      JSON.parse(JSON.stringify(toRandom).replaceAll(random, "id")),
    );
    expect(toForeign).toMatchObject({ code: expect.stringMatching(/_not_found$/) as string });
  };

  test.each(courseTools)("%s", async (_, ask) => {
    const { course_id: foreign } = await givenSession(newTenant(), "completed");
    await compare(ask, foreign, newId("crs"));
  });

  test.each(sessionTools)("%s", async (_, ask) => {
    const { session_id: foreign } = await givenSession(newTenant(), "completed");
    await compare(ask, foreign, newId("ses"));
  });

  const routes: [string, string, object | undefined][] = [
    ["GET", "/v1/public/courses/{course}", undefined],
    ["GET", "/v1/public/courses/{course}/modules", undefined],
    ["PUT", "/v1/public/courses/{course}/modules", { modules: [] }],
    ["POST", "/v1/public/courses/{course}/sessions", aLearner()],
    ["GET", "/v1/public/sessions/{session}", undefined],
    ["POST", "/v1/public/sessions/{session}/progress", { moduleId: "intro" }],
    ["POST", "/v1/public/sessions/{session}/finish", {}],
    ["POST", "/v1/public/sessions/{session}/exam", { score: 90 }],
  ];
  test.each(routes)("%s %s", async (method, path, body) => {
    const tenant = newTenant();
    const foreign = await givenSession(newTenant(), "exam");
    const ask = async (course: string, session: string) => {
      const url = path.replace("{course}", course).replace("{session}", session);
      const response = await tenant.http(method, url, { ...(body && { body }) });
      const { error, detail } = (await response.json()) as { error: string; detail: string };
      return { status: response.status, error, detail: detail.replace(course, "id").replace(session, "id") };
    };
    const toForeign = await ask(foreign.course_id, foreign.session_id);
    expect(toForeign).toEqual(await ask(newId("crs"), newId("ses")));
    expect(toForeign.status).toBe(404);
  });

  test("a request without the gateway's context is refused", async () => {
    const response = await fetch(`${service.httpUrl}/v1/public/courses/${newId("crs")}`);
    expect(response.status).toBe(401);
  });
});
