import { startTestService, type TestService } from "@tenant-ops/kit/testing";
import type { LearningService } from "@tenant-ops/proto/learning";
import { afterAll, beforeAll, expect, test } from "vitest";
import { learning } from "./learning.js";
import { courseRequest } from "./testing.js";

let service: TestService<typeof LearningService>;
beforeAll(async () => void (service = await startTestService(learning, { QUOTA_COURSES: "2" })));
afterAll(() => service.close());

test("preview and write of a course are refused at the quota, two writes at once do not exceed it, and a repeat gets its stored answer", async () => {
  const tenant = service.newTenant();
  const { rpc } = tenant;
  const given = courseRequest({ slug: "first" });
  const first = await rpc.approveCreateCourse(given, { idempotencyKey: "yes-1" });
  const last = await Promise.allSettled(["a", "b"].map((slug) => rpc.approveCreateCourse(courseRequest({ slug }))));
  expect(last.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);

  const refusal = { code: "quota_exceeded", detail: expect.stringContaining("QUOTA_COURSES") as string };
  const writes = await tenant.writesDuring(async () => {
    await expect(rpc.proposeCreateCourse(courseRequest({ slug: "c" }))).rejects.toMatchObject(refusal);
    await expect(rpc.approveCreateCourse(courseRequest({ slug: "c" }))).rejects.toMatchObject(refusal);
    expect(await rpc.approveCreateCourse(given, { idempotencyKey: "yes-1" })).toEqual(first);
  });
  expect(writes).toEqual([]);
  await service.newTenant().rpc.approveCreateCourse(given);
});
