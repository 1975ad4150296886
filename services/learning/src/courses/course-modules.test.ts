import type { MessageInitShape } from "@bufbuild/protobuf";
import { newId } from "@tenant-ops/kit/data";
import { inLongRun, readsDuring, startTestService, type TestService } from "@tenant-ops/kit/testing";
import type { LearningService, ModuleRequestSchema } from "@tenant-ops/proto/learning";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { learning } from "../learning.js";
import type { Session } from "../sessions/sessions.rules.js";
import {
  completeStep,
  createCourse,
  enroll,
  findStoredCourse,
  findStoredSession,
  type LearningTenant,
  postStep,
  withPreviewCheck,
} from "../testing.js";

const longTest = inLongRun(test);

let service: TestService<typeof LearningService>;
beforeAll(async () => void (service = await startTestService(learning)));
afterAll(() => service.close());

// `withPreviewCheck`: a preview that writes fails its test.
const newTenant: typeof service.newTenant = (given) => withPreviewCheck(service.newTenant(given));

type Modules = MessageInitShape<typeof ModuleRequestSchema>[];

const named = (...ids: string[]): Modules => ids.map((id) => ({ id, title: `Title of ${id}` }));

async function propose(tenant: LearningTenant, courseId: string, modules: Modules) {
  const { preview, checks, warnings } = await tenant.rpc.proposeCourseModules({ courseId, modules });
  return { preview: preview!, checks, warnings };
}

/** A learner in progress who has completed these modules. */
async function enrollWith(tenant: LearningTenant, courseId: string, ...moduleIds: string[]): Promise<string> {
  const { _id: sessionId } = await enroll(tenant, courseId);
  for (const moduleId of moduleIds) await completeStep(tenant, sessionId, "progress", { moduleId });
  return sessionId;
}

describe("learning_propose_course_modules and learning_approve_course_modules", () => {
  test("the preview shows the list before and after; the approval does just that, in the order of `order`", async () => {
    const tenant = newTenant();
    const courseId = await createCourse(tenant, { modules: ["a", "b"] });
    const modules: Modules = [
      { id: " b ", title: " Segundo ", order: 9 },
      { id: "c", title: "Tercero", order: 2, required: false },
    ];
    const { preview, checks } = await propose(tenant, courseId, modules);
    expect(preview).toMatchObject({
      courseId,
      title: "Primeros auxilios",
      before: [{ id: "a", order: 1 }, { id: "b" }],
      after: [
        { id: "c", title: "Tercero", order: 2, required: false },
        { id: "b", title: "Segundo", order: 9, required: true },
      ],
      added: ["c"],
      removed: ["a"],
      learnersInProgress: 0,
    });
    expect(checks.map(({ name, ok }) => [name, ok])).toEqual([
      ["changes_something", true],
      ["has_required_modules", true],
    ]);

    const answer = await tenant.rpc.approveCourseModules({ courseId, modules });
    expect(answer).toMatchObject({ courseId, updated: true, moduleCount: 2 });
    const listed = await tenant.rpc.listCourseModules({ courseId });
    expect(listed.modules).toEqual(preview.after);
    expect(listed).toMatchObject({ courseId, title: "Primeros auxilios" });
  });

  test("what the tool stores is what PUT stores for the same modules", async () => {
    const tenant = newTenant();
    const modules: Modules = [
      { id: "x", title: "X", order: 7 },
      ...named("y"),
      { id: "z", title: "Z", required: false },
    ];
    const [byTool, byRest] = [await createCourse(tenant), await createCourse(tenant)];
    await tenant.rpc.approveCourseModules({ courseId: byTool, modules });
    const body = { modules: modules.map(({ id: _id, ...module }) => ({ _id, ...module })) };
    expect((await tenant.http("PUT", `/v1/public/courses/${byRest}/modules`, { body })).status).toBe(200);
    expect((await findStoredCourse(tenant, byTool))?.modules).toEqual(
      (await findStoredCourse(tenant, byRest))?.modules,
    );
  });

  test("the same modules again: the preview says that nothing changes", async () => {
    const tenant = newTenant();
    const courseId = await createCourse(tenant);
    await tenant.rpc.approveCourseModules({ courseId, modules: named("a") });
    const { checks, warnings } = await propose(tenant, courseId, named("a"));
    expect(checks).toMatchObject([{ name: "changes_something", ok: false }, { ok: true }]);
    expect(warnings).toEqual(["Nothing would change: the course has these modules already."]);
  });

  test.each<[string, Modules]>([
    ["no modules", []],
    ["an id twice", named("a", "a")],
    ["an id twice, once with spaces", named("a", " a ")],
    ["a blank id", [{ id: " ", title: "A" }]],
    ["a blank title", [{ id: "a", title: " " }]],
    ["an order below 0", [{ id: "a", title: "A", order: -1 }]],
    ["201 modules", named(...Array.from({ length: 201 }, (_, index) => `m${index}`))],
  ])("both refuse %s, and the modules stay", async (_, modules) => {
    const tenant = newTenant();
    const courseId = await createCourse(tenant, { modules: ["intro"] });
    const refusal = { code: "invalid_argument", detail: expect.stringContaining("modules") as string };
    await expect(tenant.rpc.proposeCourseModules({ courseId, modules })).rejects.toMatchObject(refusal);
    await expect(tenant.rpc.approveCourseModules({ courseId, modules })).rejects.toMatchObject(refusal);
    expect((await findStoredCourse(tenant, courseId))?.modules).toMatchObject([{ id: "intro" }]);
  });

  test("of two lists at once one is stored, whole", async () => {
    const tenant = newTenant();
    const courseId = await createCourse(tenant);
    const lists = [named("a", "b"), named("c", "d")];
    await Promise.all(lists.map((modules) => tenant.rpc.approveCourseModules({ courseId, modules })));
    const ids = (await findStoredCourse(tenant, courseId))?.modules.map(({ id }) => id);
    expect([
      ["a", "b"],
      ["c", "d"],
    ]).toContainEqual(ids);
  });

  test("sent twice with one idempotency key it is stored once and answers the same", async () => {
    const tenant = newTenant();
    const courseId = await createCourse(tenant);
    const send = () => tenant.rpc.approveCourseModules({ courseId, modules: named("a") }, { idempotencyKey: "yes-1" });
    const first = await send();
    await tenant.rpc.approveCourseModules({ courseId, modules: named("b") });
    expect(await send()).toEqual(first);
    expect((await findStoredCourse(tenant, courseId))?.modules).toMatchObject([{ id: "b" }]);
  });
});

describe("learners who are in the middle of the course", () => {
  test("have to do a new required module too; the preview counts them", async () => {
    const tenant = newTenant();
    const courseId = await createCourse(tenant, { modules: ["a", "b"] });
    const sessionId = await enrollWith(tenant, courseId, "a");
    await enrollWith(tenant, courseId);
    const finished = await enrollWith(tenant, courseId, "a", "b");
    const { preview, warnings } = await propose(tenant, courseId, named("a", "b", "c"));
    expect(preview).toMatchObject({ learnersInProgress: 2, learnersDone: 0 });
    expect(warnings).toEqual(["2 learners are in progress; they have to do these too: c."]);

    await tenant.rpc.approveCourseModules({ courseId, modules: named("a", "b", "c") });
    expect(await completeStep(tenant, sessionId, "progress", { moduleId: "b" })).toMatchObject({
      status: "in_progress",
      currentModule: "c",
    });
    expect(await completeStep(tenant, sessionId, "progress", { moduleId: "c" })).toMatchObject({ status: "completed" });
    expect(await findStoredSession(tenant, finished)).toMatchObject({ status: "completed" });
  });

  test("keep what they did of a removed module, and can finish when it was their last one", async () => {
    const tenant = newTenant();
    const courseId = await createCourse(tenant, { modules: ["a", "b"] });
    const sessionId = await enrollWith(tenant, courseId, "a");
    const { preview, warnings } = await propose(tenant, courseId, named("a"));
    expect(preview).toMatchObject({ removed: ["b"], learnersInProgress: 1, learnersDone: 1 });
    expect(warnings).toEqual([
      "b: what learners completed of it stays in their sessions but counts no more.",
      expect.stringMatching(/^1 learners in progress have then done all required modules\. /),
    ]);
    await tenant.rpc.approveCourseModules({ courseId, modules: named("a") });
    // A change of the course changes no learner's status by itself.
    expect(await findStoredSession(tenant, sessionId)).toMatchObject({
      status: "in_progress",
      completedModules: ["a"],
    });
    expect((await postStep(tenant, sessionId, "progress", { moduleId: "b" })).status).toBe(404);
    expect(await completeStep(tenant, sessionId, "finish")).toMatchObject({ status: "completed" });
  });

  test("a module whose id is kept stays completed under its new title and place", async () => {
    const tenant = newTenant();
    const courseId = await createCourse(tenant, { modules: ["a", "b"] });
    const sessionId = await enrollWith(tenant, courseId, "b");
    const modules: Modules = [
      { id: "b", title: "Nuevo" },
      { id: "a", title: "A" },
    ];
    await tenant.rpc.approveCourseModules({ courseId, modules });
    const { items } = await tenant.rpc.listSessions({ courseId });
    expect(items).toMatchObject([{ sessionId, completedModules: ["b"], currentModule: "a" }]);
  });

  test("a learner who completes the last module while the list changes is never lost in between", async () => {
    const tenant = newTenant();
    const courseId = await createCourse(tenant, { modules: ["a"] });
    const sessionId = await enrollWith(tenant, courseId);
    await Promise.all([
      completeStep(tenant, sessionId, "progress", { moduleId: "a" }),
      tenant.rpc.approveCourseModules({ courseId, modules: named("a", "b") }),
    ]);
    const session = await findStoredSession(tenant, sessionId);
    expect(session?.completedModules).toEqual(["a"]);
    expect(["completed", "in_progress"]).toContain(session?.status);
    if (session?.status !== "in_progress") return;
    expect(await completeStep(tenant, sessionId, "progress", { moduleId: "b" })).toMatchObject({ status: "completed" });
  });

  longTest("the preview counts 10,000 learners with 200 modules, and reads none of them", async () => {
    const tenant = service.newTenant();
    // A name that MongoDB would read as a field, if it was not quoted.
    const ids = Array.from({ length: 200 }, (_, index) => `$module-${index}`);
    const courseId = await createCourse(tenant, { modules: ids });
    const first = await enrollWith(tenant, courseId);
    const sessions = tenant.scope().collection<Session>("sessions");
    const stored = await sessions.findOne({ _id: first });
    if (!stored) throw new Error("the session is not stored");
    const copy = () => ({ ...stored, _id: newId("ses"), userId: newId("user"), completedModules: ids });
    for (let parts = 0; parts < 10; parts += 1) await sessions.insertMany(Array.from({ length: 1000 }, copy));
    const request = { courseId, modules: named(...ids.slice(1)) };
    const { documents } = await readsDuring(service.running, tenant.businessId, async () => {
      const { preview } = await tenant.rpc.proposeCourseModules(request);
      expect(preview).toMatchObject({ learnersInProgress: 10_001, learnersDone: 10_000 });
    });
    expect(documents).toBeLessThan(10);
  });
});
