import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import type { LearningService } from "@tenant-ops/proto/learning";
import { beforeAll, expect, test } from "vitest";
import { learning } from "../learning.js";
import { createSession, send } from "../testing.js";

let service: SharedTestService<typeof LearningService>;
beforeAll(async () => void (service = await shareTestService(learning)));

const path = "/v1/public/courses";

test("the numbers of enrollments are those of the tool, by the names of the specification", async () => {
  const tenant = service.newTenant();
  for (const status of ["in_progress", "completed", "certified"] as const) await createSession(tenant, status);
  const { courseId } = await createSession(tenant, "failed");
  const { body } = await send(tenant, "GET", `${path}/statistics`);
  expect(body).toEqual({
    total_enrollments: 4,
    by_status: { in_progress: 1, exam: 0, completed: 1, certified: 1, failed: 1 },
    completion_rate: 50,
    certification_rate: 25,
    certifiedOfCompleted: 50,
  });
  expect(await tenant.rpc.getEnrollmentStats({})).toMatchObject({ totalEnrollments: 4, completionRate: 50 });
  const ofCourse = await send(tenant, "GET", `${path}/statistics?courseId=${courseId}`);
  expect(ofCourse.body).toMatchObject({ total_enrollments: 1, by_status: { failed: 1 } });
  expect((await send(tenant, "GET", `${path}/statistics?dateTo=2020-01-01`)).body).toMatchObject({
    total_enrollments: 0,
  });
});

test("the numbers of exams are those of the tool; without an exam there is no average", async () => {
  const tenant = service.newTenant();
  await createSession(tenant, "completed");
  const { courseId } = await createSession(tenant, "failed");
  const { body } = await send(tenant, "GET", `${path}/exam-statistics`);
  expect(body).toEqual({ total_exams_started: 2, total_exams_completed: 2, pass_rate: 50, average_score: 62.5 });
  const ofCourse = await send(tenant, "GET", `${path}/exam-statistics?courseId=${courseId}`);
  expect(ofCourse.body).toMatchObject({ pass_rate: 0, average_score: 40 });
  const none = await send(service.newTenant(), "GET", `${path}/exam-statistics`);
  expect(none.body).toEqual({ total_exams_started: 0, total_exams_completed: 0, pass_rate: 0 });
});

test.each(["statistics?courseId=crs_x", "exam-statistics?courseId=crs_x"])(
  "%s is refused: zeros would look like a course without students",
  async (target) => {
    const { status, body } = await send(service.newTenant(), "GET", `${path}/${target}`);
    expect([status, body["error"]]).toEqual([404, "course_not_found"]);
  },
);
