import { propertyRuns, shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import { CoursePublishedSchema, type LearningService } from "@tenant-ops/proto/learning";
import { newId } from "@tenant-ops/kit/data";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { learning } from "../learning.js";
import { toCourseFields } from "./courses.rules.js";
import { courseRequest, createCourse, settleAll, findStoredCourse, withPreviewCheck } from "../testing.js";

let service: SharedTestService<typeof LearningService>;
beforeAll(async () => void (service = await shareTestService(learning)));

// `withPreviewCheck`: a preview that writes fails its test.
const newTenant: typeof service.newTenant = (given) => withPreviewCheck(service.newTenant(given));

describe("learning_propose_create_course and learning_approve_create_course", () => {
  test("the preview shows the draft", async () => {
    const tenant = newTenant();
    const course = courseRequest({ examApproveScore: 70, isCertified: true });
    const { preview, checks, warnings } = await tenant.rpc.proposeCreateCourse(course);
    expect(preview).toMatchObject({ ...course, description: "", published: false });
    expect(checks).toMatchObject([
      { name: "slug_is_free", ok: true },
      { name: "name_is_new", ok: true },
    ]);
    expect(warnings).toEqual(["It will be a draft: students can access it once it is published."]);
  });

  test("creates a draft", async () => {
    const tenant = newTenant();
    const created = await tenant.rpc.approveCreateCourse(courseRequest({ title: "  Higiene " }));
    expect(created).toMatchObject({ title: "Higiene", status: "created" });
    const { items } = await tenant.rpc.listCourses({});
    expect(items).toMatchObject([
      { id: created.id, title: "Higiene", description: "", published: false, isCertified: false },
    ]);
    // Absent means no exam; 0 would be an exam that every learner passes.
    expect(Object.keys(items[0]!)).not.toContain("examApproveScore");
    expect(Object.keys(items[0]!)).not.toContain("publishedAt");
  });

  test.each(["Mayúsculas", "dos palabras", "-a", "a-", "a--b", "a_b", ""])(
    "the slug %j is refused by both",
    async (slug) => {
      const tenant = newTenant();
      await expect(tenant.rpc.proposeCreateCourse(courseRequest({ slug }))).rejects.toMatchObject({
        code: "invalid_argument",
      });
      await expect(tenant.rpc.approveCreateCourse(courseRequest({ slug }))).rejects.toMatchObject({
        code: "invalid_argument",
      });
    },
  );

  test.each([
    { title: "" },
    { title: "  " },
    { examApproveScore: -1 },
    { examApproveScore: 100.5 },
    { examApproveScore: NaN },
  ])("%j is refused by both", async (wrong) => {
    const tenant = newTenant();
    await expect(tenant.rpc.proposeCreateCourse(courseRequest(wrong))).rejects.toMatchObject({
      code: "invalid_argument",
    });
    await expect(tenant.rpc.approveCreateCourse(courseRequest(wrong))).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });

  test("a taken slug is refused by both", async () => {
    const tenant = newTenant();
    await tenant.rpc.approveCreateCourse(courseRequest({ slug: "taken" }));
    await expect(tenant.rpc.proposeCreateCourse(courseRequest({ slug: "taken" }))).rejects.toMatchObject({
      code: "course_slug_taken",
    });
    await expect(tenant.rpc.approveCreateCourse(courseRequest({ slug: "taken" }))).rejects.toMatchObject({
      code: "course_slug_taken",
    });
  });

  test("two businesses may use the same slug", async () => {
    const course = courseRequest();
    await newTenant().rpc.approveCreateCourse(course);
    await expect(newTenant().rpc.approveCreateCourse(course)).resolves.toMatchObject({ status: "created" });
  });

  test("of ten courses with the same slug created at once exactly one succeeds", async () => {
    const tenant = newTenant();
    const course = courseRequest();
    const { succeeded, codes } = await settleAll(
      Array.from({ length: 10 }, () => tenant.rpc.approveCreateCourse(course)),
    );
    expect({ succeeded, codes }).toEqual({ succeeded: 1, codes: ["course_slug_taken"] });
    expect((await tenant.rpc.listCourses({})).count).toBe(1);
  });

  test("the same approval sent twice creates one course and gets the same answer", async () => {
    const tenant = newTenant();
    const course = courseRequest();
    const first = await tenant.rpc.approveCreateCourse(course, { idempotencyKey: "k" });
    expect(await tenant.rpc.approveCreateCourse(course, { idempotencyKey: "k" })).toEqual(first);
    expect((await tenant.rpc.listCourses({})).count).toBe(1);
  });

  test("what is stored for a repeat is the answer, without the texts of the course", async () => {
    const tenant = newTenant();
    const given = (idempotencyKey: string) => ({ idempotencyKey });
    const { id: courseId, title } = await tenant.rpc.approveCreateCourse(courseRequest(), given("create"));
    await tenant.rpc.approveUpdateCourse({ courseId, description: "A long text." }, given("update"));
    const modules = [{ id: "a", title: "A", required: true }];
    await tenant.rpc.approveCourseModules({ courseId, modules }, given("modules"));
    const { businessId } = tenant;
    const stored = service.running.context.db
      .infrastructure("idempotency")
      .find({ businessId }, { sort: { createdAt: 1 } });
    expect((await stored.toArray()).map((row) => (row as unknown as { reply: object }).reply)).toEqual([
      { id: courseId, title, status: "created" },
      { courseId, updated: true },
      { courseId, updated: true, moduleCount: 1 },
    ]);
  });
});

describe("learning_propose_update_course and learning_approve_update_course", () => {
  test("changes only the fields that are present; an empty description clears it", async () => {
    const tenant = newTenant();
    const { id } = await tenant.rpc.approveCreateCourse(
      courseRequest({ description: "Texto", isCertified: true, examApproveScore: 60 }),
    );
    const before = await findStoredCourse(tenant, id);
    const answer = await tenant.rpc.approveUpdateCourse({ courseId: id, isCertified: false, examApproveScore: 0 });
    expect(answer).toMatchObject({ courseId: id, updated: true });
    const updatedAt = expect.any(Date) as Date;
    const changed = { isCertified: false, examApproveScore: 0, updatedAt };
    expect(await findStoredCourse(tenant, id)).toEqual({ ...before, ...changed });
    await tenant.rpc.approveUpdateCourse({ courseId: id, description: "" });
    expect(await findStoredCourse(tenant, id)).toEqual({ ...before, ...changed, description: "" });
  });

  test("the preview shows the course before and after", async () => {
    const tenant = newTenant();
    const { id } = await tenant.rpc.approveCreateCourse(courseRequest({ title: "Antes" }));
    const { preview, warnings } = await tenant.rpc.proposeUpdateCourse({
      courseId: id,
      title: "Después",
      published: true,
    });
    expect(preview).toMatchObject({
      courseId: id,
      changed: ["title", "published"],
      before: { title: "Antes", published: false },
      after: { title: "Después", published: true },
    });
    expect(warnings).toEqual(["It has no modules: a learner is done as soon as they finish it."]);
  });

  test("of concurrent publications only one has an event", async () => {
    const tenant = newTenant();
    const { id } = await tenant.rpc.approveCreateCourse(courseRequest({ slug: "abierto" }));
    const publish = () => tenant.rpc.approveUpdateCourse({ courseId: id, published: true });
    const { succeeded } = await settleAll(Array.from({ length: 5 }, publish));
    expect(succeeded).toBe(5);
    await publish();
    const { publishedAt } = (await findStoredCourse(tenant, id))!;
    expect(await tenant.events(CoursePublishedSchema)).toMatchObject([
      { courseId: id, slug: "abierto", publishedAt: publishedAt!.toISOString() },
    ]);
  });

  test("publishing again after unpublishing has an event of its own", async () => {
    const tenant = newTenant();
    const courseId = await createCourse(tenant);
    await tenant.rpc.approveUpdateCourse({ courseId, published: false });
    expect(await findStoredCourse(tenant, courseId)).toMatchObject({ published: false });
    await tenant.rpc.approveUpdateCourse({ courseId, published: true });
    expect(await tenant.events(CoursePublishedSchema)).toHaveLength(2);
  });

  test("refuses a blank title and a score above 100", async () => {
    const tenant = newTenant();
    const courseId = await createCourse(tenant);
    for (const wrong of [{ title: "" }, { title: " " }, { examApproveScore: 101 }]) {
      const update = { courseId, ...wrong };
      await expect(tenant.rpc.proposeUpdateCourse(update)).rejects.toMatchObject({ code: "invalid_argument" });
      await expect(tenant.rpc.approveUpdateCourse(update)).rejects.toMatchObject({ code: "invalid_argument" });
    }
  });

  test("warns when nothing would change", async () => {
    const tenant = newTenant();
    const courseId = await createCourse(tenant);
    const { checks, warnings } = await tenant.rpc.proposeUpdateCourse({ courseId, published: true });
    expect(checks).toMatchObject([{ name: "changes_something", ok: false }]);
    expect(warnings).toEqual(["Nothing would change: the course has these values already."]);
    expect(await tenant.rpc.approveUpdateCourse({ courseId, published: true })).toMatchObject({ updated: true });
  });

  test("with only the course id changes nothing and warns of that", async () => {
    const tenant = newTenant();
    const courseId = await createCourse(tenant);
    const before = await findStoredCourse(tenant, courseId);
    const { warnings } = await tenant.rpc.proposeUpdateCourse({ courseId });
    expect(warnings).toEqual(["Nothing would change: the course has these values already."]);
    expect(await tenant.rpc.approveUpdateCourse({ courseId })).toMatchObject({ courseId, updated: true });
    expect(await findStoredCourse(tenant, courseId)).toEqual(before);
  });
});

describe("the write does what the preview showed", () => {
  const title = fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" }).filter((text) => text.trim() !== "");
  const score = fc.double({ min: 0, max: 100, noNaN: true });
  const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const present = <T extends object>(given: T) =>
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>;

  test("for a new course", async () => {
    const tenant = newTenant();
    const courses = fc.record({
      title,
      description: optional(fc.string({ maxLength: 60 })),
      isCertified: optional(fc.boolean()),
      examApproveScore: optional(score),
    });
    await fc.assert(
      fc.asyncProperty(courses, async (given) => {
        const request = courseRequest(present(given));
        const { preview } = await tenant.rpc.proposeCreateCourse(request);
        const { id } = await tenant.rpc.approveCreateCourse(request);
        expect(withoutTypeName(preview)).toEqual(toCourseFields((await findStoredCourse(tenant, id))!));
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  test("for an update, or both refuse", async () => {
    const tenant = newTenant();
    const { id: courseId } = await tenant.rpc.approveCreateCourse(courseRequest());
    const changes = fc.record({
      title: optional(fc.string({ maxLength: 20 })),
      description: optional(fc.string({ maxLength: 20 })),
      isCertified: optional(fc.boolean()),
      published: optional(fc.boolean()),
      examApproveScore: optional(fc.double({ min: -20, max: 120, noNaN: true })),
    });
    const unchanged = { title: undefined, description: undefined, isCertified: undefined, published: undefined };
    const zero = { ...unchanged, examApproveScore: 0 };
    await fc.assert(
      fc.asyncProperty(changes, async (given) => {
        const request = { courseId, ...present(given) };
        const [proposed] = await Promise.allSettled([tenant.rpc.proposeUpdateCourse(request)]);
        const [approved] = await Promise.allSettled([tenant.rpc.approveUpdateCourse(request)]);
        expect(approved.status).toBe(proposed.status);
        if (proposed.status === "rejected" || approved.status === "rejected") return;
        expect(withoutTypeName(proposed.value.preview?.after)).toEqual(
          toCourseFields((await findStoredCourse(tenant, courseId))!),
        );
      }),
      { numRuns: propertyRuns(60), examples: [[zero], [{ ...zero, examApproveScore: -0 }]] },
    );
  });

  function withoutTypeName(message: object | undefined) {
    const { $typeName: _, ...fields } = { $typeName: "", ...message };
    return fields;
  }
});

describe("learning_list_courses", () => {
  test("lists the newest first, page by page", async () => {
    const tenant = newTenant();
    const ids: string[] = [];
    for (const title of ["uno", "dos", "tres"])
      ids.unshift((await tenant.rpc.approveCreateCourse(courseRequest({ title }))).id);
    const first = await tenant.rpc.listCourses({ limit: 2 });
    expect(first).toMatchObject({ count: 2, hasMore: true });
    const second = await tenant.rpc.listCourses({ limit: 2, cursor: first.nextCursor });
    expect(second).toMatchObject({ count: 1, hasMore: false });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
  });

  test.each([0, 501, -1])("a limit of %i is refused", async (limit) => {
    await expect(newTenant().rpc.listCourses({ limit })).rejects.toMatchObject({ code: "invalid_argument" });
  });

  test("another business sees nothing", async () => {
    await createCourse(newTenant());
    expect(await newTenant().rpc.listCourses({})).toMatchObject({ items: [], count: 0 });
  });
});

describe("the modules of a course", () => {
  test("are replaced, and returned in their order", async () => {
    const tenant = newTenant();
    const courseId = await createCourse(tenant, { published: false });
    const path = `/v1/public/courses/${courseId}/modules`;
    const modules = [
      { _id: "b", title: "Segundo", order: 2 },
      { _id: "a", title: "Primero", order: 1, required: false },
    ];
    const response = await tenant.http("PUT", path, { body: { modules } });
    expect(response.status).toBe(200);
    const ordered = [
      { _id: "a", title: "Primero", order: 1, required: false },
      { _id: "b", title: "Segundo", order: 2, required: true },
    ];
    expect(await response.json()).toMatchObject({ courseId, modules: ordered });
    expect(await (await tenant.http("GET", path)).json()).toMatchObject({ courseId, modules: ordered });
    const course = (await (await tenant.http("GET", `/v1/public/courses/${courseId}`)).json()) as object;
    expect(course).toMatchObject({ _id: courseId, published: false, modules: ordered });
    expect(course).not.toHaveProperty("businessId");
  });

  test.each([
    [{}],
    [{ modules: [{ _id: "a" }] }],
    [{ modules: [{ _id: "a", title: "x", more: 1 }] }],
    [{ modules: [{ _id: { $gt: "" }, title: "x" }] }],
    [
      {
        modules: [
          { _id: "a", title: "x" },
          { _id: "a", title: "y" },
        ],
      },
    ],
  ])("%j is refused", async (body) => {
    const tenant = newTenant();
    const courseId = await createCourse(tenant);
    const response = await tenant.http("PUT", `/v1/public/courses/${courseId}/modules`, { body });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ error: "invalid_argument" });
  });
});

describe("GetTarget, for flows", () => {
  test("tells whether a course exists and is published", async () => {
    const tenant = newTenant();
    const [open, draft] = [await createCourse(tenant), await createCourse(tenant, { published: false })];
    expect(await tenant.rpc.getTarget({ id: open })).toMatchObject({ exists: true, isActive: true });
    expect(await tenant.rpc.getTarget({ id: draft })).toMatchObject({ exists: true, isActive: false });
    expect(await tenant.rpc.getTarget({ id: newId("crs") })).toMatchObject({ exists: false, isActive: false });
    expect(await newTenant().rpc.getTarget({ id: open })).toMatchObject({ exists: false, isActive: false });
  });
});
