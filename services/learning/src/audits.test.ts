import { listAuditProblems, startTestService, type TestService } from "@tenant-ops/kit/testing";
import type { LearningService } from "@tenant-ops/proto/learning";
import { afterAll, beforeAll, expect, test } from "vitest";
import { learningAudits } from "./audits.js";
import { learning } from "./learning.js";
import { completeStep, createSession } from "./testing.js";

let service: TestService<typeof LearningService>;
beforeAll(async () => void (service = await startTestService(learning)));
afterAll(() => service.close());

test("a deleted attempt and a deleted course that sessions name are reported, and nothing is reported before", async () => {
  const tenant = service.newTenant();
  const { _id: id, courseId } = await createSession(tenant, "exam");
  for (const score of [10, 20, 90]) await completeStep(tenant, id, "exam", { score });
  const audit = () => listAuditProblems(service.running.context.db, learningAudits, tenant.businessId);
  expect(await audit()).toEqual({ counts: [1, 1, 1], problems: [] });

  await tenant.scope().collection<{ _id: string; n: number }>("examAttempts").deleteOne({ n: 2 });
  await tenant.scope().collection("courses").deleteOne({ _id: courseId });
  expect((await audit()).problems).toEqual([
    `${id} of ${tenant.businessId}: 3 attempts were counted, 2 are there`,
    `${id} of ${tenant.businessId}: the last attempt has the number 3, 2 are there`,
    `${courseId} of ${tenant.businessId}: is named, and does not exist`,
  ]);
});

test("a deleted session of which there are attempts is reported: otherwise only its counters would be wrong, and a repair would hide it", async () => {
  const tenant = service.newTenant();
  const { _id } = await createSession(tenant, "exam");
  await completeStep(tenant, _id, "exam", { score: 10 });
  await tenant.scope().collection("sessions").deleteOne({ _id });
  expect(await listAuditProblems(service.running.context.db, learningAudits, tenant.businessId)).toEqual({
    counts: [0, 0, 1],
    problems: [`${_id} of ${tenant.businessId}: is named, and does not exist`],
  });
});
