import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import { type LearningService, SessionStatusChangedSchema } from "@tenant-ops/proto/learning";
import { beforeAll, describe, expect, test } from "vitest";
import type { ExamAttempt } from "./exams.rules.js";
import { learning } from "../learning.js";
import { completeStep, createSession, postStep, findStoredSession, type LearningTenant } from "../testing.js";

let service: SharedTestService<typeof LearningService>;
beforeAll(async () => void (service = await shareTestService(learning)));

const findStoredAttempts = (tenant: LearningTenant, sessionId: string) =>
  tenant
    .scope()
    .collection<ExamAttempt>("examAttempts")
    .find({ sessionId }, { sort: { n: 1 } });

describe("submitting an exam", () => {
  test("with the required score completes the course", async () => {
    const tenant = service.newTenant();
    const { _id: id } = await createSession(tenant, "exam");
    expect(await completeStep(tenant, id, "exam", { score: 70 })).toMatchObject({
      status: "completed",
      score: 70,
      examStatus: "passed",
    });
    expect(await tenant.events(SessionStatusChangedSchema)).toMatchObject([
      { previousStatus: "", status: "in_progress" },
      { previousStatus: "in_progress", status: "exam" },
      { previousStatus: "exam", status: "completed", score: 70 },
    ]);
  });

  test("with a lower score fails; it can be repeated, and all attempts and the best score are stored", async () => {
    const tenant = service.newTenant();
    const { _id: id } = await createSession(tenant, "exam");
    expect(await completeStep(tenant, id, "exam", { score: 65 })).toMatchObject({
      status: "failed",
      score: 65,
      examStatus: "failed",
    });
    expect(await completeStep(tenant, id, "exam", { score: 20 })).toMatchObject({ status: "failed", score: 65 });
    expect(await completeStep(tenant, id, "exam", { score: 90.5 })).toMatchObject({ status: "completed", score: 90.5 });
    expect(await findStoredAttempts(tenant, id)).toMatchObject([
      { n: 1, score: 65, passed: false },
      { n: 2, score: 20, passed: false },
      { n: 3, score: 90.5, passed: true },
    ]);
    const moves = (await tenant.events(SessionStatusChangedSchema)).map(({ status }) => status);
    expect(moves).toEqual(["in_progress", "exam", "failed", "exam", "failed", "exam", "completed"]);
  });

  test("ten times at once with a passing score succeeds once", async () => {
    const tenant = service.newTenant();
    const { _id: id } = await createSession(tenant, "exam");
    const responses = await Promise.all(Array.from({ length: 10 }, () => postStep(tenant, id, "exam", { score: 80 })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await findStoredAttempts(tenant, id)).toHaveLength(1);
  });

  test("ten times at once with a failing score stores ten attempts", async () => {
    const tenant = service.newTenant();
    const { _id: id } = await createSession(tenant, "exam");
    await Promise.all(Array.from({ length: 10 }, (_, index) => completeStep(tenant, id, "exam", { score: index })));
    expect((await findStoredAttempts(tenant, id)).map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await findStoredSession(tenant, id)).toMatchObject({ status: "failed", attempts: 10, score: 9 });
  });

  test("twice with one idempotency key is one attempt", async () => {
    const tenant = service.newTenant();
    const { _id: id } = await createSession(tenant, "exam");
    const send = () => postStep(tenant, id, "exam", { score: 30 }, { "idempotency-key": "k" });
    const first = await (await send()).json();
    expect(await (await send()).json()).toEqual(first);
    expect(await findStoredAttempts(tenant, id)).toHaveLength(1);
  });

  test.each([
    {},
    { score: -1 },
    { score: 101 },
    { score: "90" },
    { score: null },
    { score: { $gt: 1 } },
    { score: 50, more: 1 },
  ])("%j is refused", async (body) => {
    const tenant = service.newTenant();
    const { _id: id } = await createSession(tenant, "exam");
    const response = await postStep(tenant, id, "exam", body);
    expect(response.status).toBe(422);
    expect((await findStoredSession(tenant, id))?.attempts).toBe(0);
  });
});
