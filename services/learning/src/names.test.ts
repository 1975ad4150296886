import { startTestService, type TestService } from "@tenant-ops/kit/testing";
import type { LearningService } from "@tenant-ops/proto/learning";
import { afterAll, beforeAll, expect, test } from "vitest";
import { learning } from "./learning.js";
import { courseRequest } from "./testing.js";

let service: TestService<typeof LearningService>;
beforeAll(async () => void (service = await startTestService(learning)));
afterAll(() => service.close());

test("a course gets a warning in the preview for the title of another one, whether it is created or renamed", async () => {
  const { rpc } = service.newTenant();
  const { id } = await rpc.approveCreateCourse(courseRequest({ title: "Inducción", slug: "one" }));
  const { id: courseId } = await rpc.approveCreateCourse(courseRequest({ title: "Ventas", slug: "two" }));
  const warning = `A course of this name exists: ${id}. Use it unless you mean a second one.`;

  const created = await rpc.proposeCreateCourse(courseRequest({ title: "INDUCCION", slug: "three" }));
  expect(created.warnings).toContain(warning);
  const renamed = await rpc.proposeUpdateCourse({ courseId, title: "induccion" });
  expect(renamed.warnings).toContain(warning);

  const isAboutName = expect.stringContaining("of this name") as string;
  expect((await rpc.proposeUpdateCourse({ courseId, title: "VENTAS" })).warnings).not.toContainEqual(isAboutName);
  const others = service.newTenant().rpc.proposeCreateCourse(courseRequest({ title: "Inducción" }));
  expect((await others).warnings).not.toContainEqual(isAboutName);
});
