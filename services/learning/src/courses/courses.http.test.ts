import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import { CoursePublishedSchema, type LearningService } from "@tenant-ops/proto/learning";
import { beforeAll, expect, test } from "vitest";
import { learning } from "../learning.js";
import { createCourse, readPages, send } from "../testing.js";

let service: SharedTestService<typeof LearningService>;
beforeAll(async () => void (service = await shareTestService(learning)));

const path = "/v1/public/courses";
const hygiene = { title: "Higiene", slug: "higiene", description: "Texto", examApproveScore: 70, isCertified: true };

test("a course that was created over REST is what GET, the list and the tool show", async () => {
  const tenant = service.newTenant();
  const created = await send(tenant, "POST", path, hygiene);
  expect(created).toMatchObject({ status: 201, body: { ...hygiene, published: false, modules: [] } });
  const { modules: _, ...listed } = created.body;
  expect(await send(tenant, "GET", `${path}/${created.body["_id"]}`)).toMatchObject({
    status: 200,
    body: created.body,
  });
  expect((await send(tenant, "GET", path)).body).toEqual({ items: [listed], count: 1, has_more: false });
  const { items } = await tenant.rpc.listCourses({});
  expect(items).toMatchObject([{ id: created.body["_id"], ...hygiene, published: false }]);
});

test("a course without a passing score has no exam", async () => {
  const tenant = service.newTenant();
  const { body } = await send(tenant, "POST", path, { title: "Higiene", slug: "higiene" });
  expect(body).toMatchObject({ description: "", isCertified: false });
  expect(body).not.toHaveProperty("examApproveScore");
});

test("of ten courses with one slug at once exactly one is created, and the others learn where to look", async () => {
  const tenant = service.newTenant();
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(tenant, "POST", path, hygiene)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({
    error: "course_slug_taken",
    detail: expect.stringContaining(`GET ${path} shows those in use`) as string,
  });
  expect((await send(tenant, "GET", path)).body).toMatchObject({ count: 1 });
});

test("of two creations with one Idempotency-Key at once, one course is made and both get it", async () => {
  const tenant = service.newTenant();
  const create = () => send(tenant, "POST", path, hygiene, "k-1");
  const [first, second] = await Promise.all([create(), create()]);
  expect(second.body).toEqual(first.body);
  expect((await send(tenant, "GET", path)).body).toMatchObject({ count: 1 });
});

test.each([
  [{ ...hygiene, slug: "Dos Palabras" }, "slug:"],
  [{ ...hygiene, title: "  " }, "title:"],
  [{ ...hygiene, examApproveScore: 101 }, "examApproveScore:"],
  [{ ...hygiene, isCertified: "yes" }, "isCertified:"],
  [{ ...hygiene, published: true }, "published: is not known here"],
  [{ ...hygiene, exam_approve_score: 1 }, "exam_approve_score: is not known here"],
])("%j is refused by the name of the field", async (body, says) => {
  const tenant = service.newTenant();
  const refused = await send(tenant, "POST", path, body);
  expect([refused.status, refused.body["error"]]).toEqual([422, "invalid_argument"]);
  expect(refused.body["detail"]).toContain(says);
  expect((await send(tenant, "GET", path)).body).toMatchObject({ count: 0 });
});

test("a change keeps what is not sent, and answers with the whole course", async () => {
  const tenant = service.newTenant();
  const id = await createCourse(tenant, { modules: ["a"], examApproveScore: 60, published: false });
  const before = (await send(tenant, "GET", `${path}/${id}`)).body;
  const changed = await send(tenant, "PATCH", `${path}/${id}`, { title: "Otro", published: true });
  const { updatedAt: _, publishedAt, ...kept } = changed.body;
  const { updatedAt: __, ...expected } = { ...before, title: "Otro", published: true } as Record<string, unknown>;
  expect([changed.status, kept]).toEqual([200, expected]);
  expect(publishedAt).toMatch(/Z$/);
  expect((await send(tenant, "GET", `${path}/${id}`)).body).toEqual(changed.body);
});

test.each([
  [{}, "send at least one field"],
  [{ slug: "another" }, "slug: is not known here"],
  [{ title: null }, "title:"],
  [{ examApproveScore: null }, "examApproveScore:"],
])("a change with %j is refused and changes nothing", async (body, says) => {
  const tenant = service.newTenant();
  const id = await createCourse(tenant);
  const writes = await tenant.writesDuring(async () => {
    const refused = await send(tenant, "PATCH", `${path}/${id}`, body);
    expect([refused.status, refused.body["error"]]).toEqual([422, "invalid_argument"]);
    expect(refused.body["detail"]).toContain(says);
  });
  expect(writes).toEqual([]);
});

test("of five publications at once one has an event", async () => {
  const tenant = service.newTenant();
  const id = await createCourse(tenant, { published: false });
  const publish = () => send(tenant, "PATCH", `${path}/${id}`, { published: true });
  const answers = await Promise.all(Array.from({ length: 5 }, publish));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await tenant.events(CoursePublishedSchema)).toHaveLength(1);
});

test("a repeated change gets the stored answer, although the course has changed since", async () => {
  const tenant = service.newTenant();
  const id = await createCourse(tenant);
  const rename = () => send(tenant, "PATCH", `${path}/${id}`, { title: "Uno" }, "k-1");
  const first = await rename();
  await send(tenant, "PATCH", `${path}/${id}`, { title: "Dos" });
  expect(await rename()).toEqual({ ...first, replayed: true });
  expect((await send(tenant, "GET", `${path}/${id}`)).body).toMatchObject({ title: "Dos" });
});

test("the list can be filtered, and shows every course once, page by page", async () => {
  const tenant = service.newTenant();
  const open: string[] = [];
  for (let count = 0; count < 3; count += 1) open.unshift(await createCourse(tenant));
  const draft = await createCourse(tenant, { published: false });
  const listIds = async (query: string) => {
    const pages = await readPages(tenant, `${path}${query}`);
    expect(pages.slice(0, -1).every((page) => page.length === 2)).toBe(true);
    return pages.flat().map(({ _id }) => _id);
  };
  expect(await listIds("")).toEqual([draft, ...open]);
  expect(await listIds("?published=true")).toEqual(open);
  expect(await listIds("?published=false")).toEqual([draft]);
  const { slug } = (await send(tenant, "GET", `${path}/${draft}`)).body;
  expect(await listIds(`?slug=${String(slug)}`)).toEqual([draft]);
});

test.each(["limt=5", "published=yes", "limit=501", "slug=No"])("the list refuses ?%s by its name", async (query) => {
  const { status, body } = await send(service.newTenant(), "GET", `${path}?${query}`);
  expect([status, body["error"]]).toEqual([422, "invalid_argument"]);
  expect(body["detail"]).toContain(`query parameter ${query.split("=")[0]}:`);
});

test("modules are replaced by the rule of the tool, and a repeat gets the stored answer", async () => {
  const tenant = service.newTenant();
  const courseId = await createCourse(tenant, { modules: ["old"] });
  const modules = [{ _id: " a ", title: " Uno " }];
  const replace = () => send(tenant, "PUT", `${path}/${courseId}/modules`, { modules }, "k-1");
  const first = await replace();
  expect(first.body).toMatchObject({ courseId, modules: [{ _id: "a", title: "Uno", order: 1, required: true }] });
  await tenant.rpc.approveCourseModules({ courseId, modules: [{ id: "b", title: "Dos" }] });
  expect(await replace()).toEqual({ ...first, replayed: true });
  expect((await send(tenant, "GET", `${path}/${courseId}/modules`)).body).toMatchObject({ modules: [{ _id: "b" }] });
});

test("courses are found by any word of their title, also among the drafts and together with a slug", async () => {
  const tenant = service.newTenant();
  for (const title of ["Higiene básica", "higiene avanzada", "Ventas"])
    await send(tenant, "POST", path, { title, slug: title.split(" ").at(-1)?.replace("á", "a").toLowerCase() });
  const find = async (query: string, of = tenant) => {
    const { body } = await send(of, "GET", `${path}?search=${query}`);
    return (body["items"] as { title: string }[]).map(({ title }) => title);
  };
  expect(await find("HIGIENE")).toEqual(["higiene avanzada", "Higiene básica"]);
  expect(await find("basic")).toEqual(["Higiene básica"]);
  expect(await find("higiene&published=false")).toHaveLength(2);
  expect(await find("higiene&published=true")).toEqual([]);
  expect(await find("higiene&slug=basica")).toEqual(["Higiene básica"]);
  expect(await find("higiene", service.newTenant())).toEqual([]);
  const [ventas] = (await send(tenant, "GET", `${path}?search=ventas`)).body["items"] as { _id: string }[];
  await send(tenant, "PATCH", `${path}/${ventas?._id}`, { title: "Atención" });
  expect([await find("ventas"), await find("atencion")]).toEqual([[], ["Atención"]]);
});
