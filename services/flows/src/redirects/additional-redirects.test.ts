import { newId } from "@tenant-ops/kit/data";
import { beforeAll, describe, expect, test } from "vitest";
import {
  createTarget,
  createVisitor,
  type FlowsTenant,
  newSlug,
  readPage,
  send,
  type SharedTestFlows,
  shareTestFlows,
  validAnswers,
} from "../testing.js";
import type { Registration } from "../registrations/registrations.rules.js";

let flows: SharedTestFlows;
beforeAll(async () => void (flows = await shareTestFlows()));

const path = "/v1/public/flows";
const toUrl = (name: string) => ({ type: "url", targetId: "", url: `https://${name}.example.com/` });
const inCountry = (...isOneOf: string[]) => ({ field: "country", isOneOf });

async function createFlow(tenant: FlowsTenant, additionalRedirects: object[], given: object = {}) {
  const body = { name: "Verano", slug: newSlug(), redirect: toUrl("main"), additionalRedirects, ...given };
  const created = await send(tenant, "POST", path, body);
  expect(created.status).toBe(201);
  return created.body as { slug: string; additionalRedirects: unknown[] };
}

const activate = (tenant: FlowsTenant, slug: string) => send(tenant, "PATCH", `${path}/${slug}`, { isActive: true });

async function register(tenant: FlowsTenant, slug: string, answers: Record<string, string>) {
  const answer = await createVisitor(flows).submit(slug, { ...validAnswers, ...answers });
  const { items } = await readPage<Registration>(tenant, `${path}/${slug}/registrations`);
  return { location: answer.headers.get("location"), stored: items[0]?.redirect };
}

describe("additional redirects", () => {
  test("are created, read with the state of their targets, and can be sent back as they were read", async () => {
    const tenant = flows.newTenant();
    const survey = await createTarget(tenant);
    const roulette = flows.roulettes.addTarget(tenant, newId("rou"), { isActive: false });
    const { slug, ...created } = await createFlow(tenant, [
      { redirect: { type: "survey", targetId: survey }, condition: inCountry("MX", "CO") },
      { redirect: { type: "roulette", targetId: roulette } },
    ]);
    expect(created).toMatchObject({
      additionalRedirects: [
        { redirect: { type: "survey", targetId: survey, url: "" }, condition: inCountry("MX", "CO") },
        { redirect: { type: "roulette", targetId: roulette, url: "" }, condition: null },
      ],
      additionalRedirectTargets: [{ status: "active" }, { status: "inactive" }],
    });
    const read = await send(tenant, "GET", `${path}/${slug}`);
    expect(read.body).toMatchObject(created);
    const { additionalRedirects } = created;
    expect((await send(tenant, "PATCH", `${path}/${slug}`, { additionalRedirects })).body).toMatchObject(created);
    const emptied = await send(tenant, "PATCH", `${path}/${slug}`, { additionalRedirects: [] });
    expect(emptied.body).toMatchObject({ additionalRedirects: [], additionalRedirectTargets: [] });
  });

  test("send a visitor to the first one whose condition is met, and the registration says where", async () => {
    const tenant = flows.newTenant();
    const additional = [
      { redirect: toUrl("mexico"), condition: inCountry("MX") },
      { redirect: toUrl("andes"), condition: inCountry("CO", "PE") },
    ];
    const { slug } = await createFlow(tenant, additional, { source: "ig" });
    await activate(tenant, slug);
    expect(await register(tenant, slug, { country: "PE" })).toEqual({
      location: "https://andes.example.com/?utm_source=ig",
      stored: toUrl("andes"),
    });
    expect((await register(tenant, slug, { country: "MX" })).stored).toEqual(toUrl("mexico"));
    expect((await register(tenant, slug, { country: "US" })).stored).toEqual(toUrl("main"));
  });

  test("whose target is inactive or deleted are skipped", async () => {
    const tenant = flows.newTenant();
    const roulette = flows.roulettes.addTarget(tenant, newId("rou"), { isActive: false });
    const survey = await createTarget(tenant);
    const additional = [
      { redirect: { type: "roulette", targetId: roulette } },
      { redirect: { type: "survey", targetId: survey } },
    ];
    const { slug } = await createFlow(tenant, additional);
    await activate(tenant, slug);
    expect((await register(tenant, slug, {})).stored).toMatchObject({ type: "survey", targetId: survey });
    await send(tenant, "DELETE", `${path}/targets/${survey}`);
    expect((await register(tenant, slug, {})).stored).toEqual(toUrl("main"));
  });

  test("are kept when the questions change; the preview of the tool warns that one is never used", async () => {
    const tenant = flows.newTenant();
    const { slug, additionalRedirects } = await createFlow(tenant, [
      { redirect: toUrl("a"), condition: inCountry("MX") },
    ]);
    const registrationFields = [{ text: "Name", value: "name", type: "text", placeholder: "", isRequired: true }];
    const preview = await tenant.rpc.proposeUpdateFlow({ slug, registrationFields });
    expect(preview.warnings).toContainEqual(expect.stringContaining("Additional redirect 1 is never used"));
    await tenant.rpc.approveUpdateFlow({ slug, registrationFields });
    await activate(tenant, slug);
    expect((await send(tenant, "GET", `${path}/${slug}`)).body).toMatchObject({ additionalRedirects });
    expect((await createVisitor(flows).submit(slug, { name: "Ana" })).headers.get("location")).toBe(toUrl("main").url);
  });
});

describe("an additional redirect is refused", () => {
  test.each([
    [
      { redirect: { type: "url", url: "http://a.example.com" } },
      "redirect_url_refused",
      "additionalRedirects[0].redirect.url",
    ],
    [{ redirect: { type: "survey" } }, "redirect_mismatch", "additionalRedirects[0].redirect.targetId"],
    [{ redirect: { type: "event", targetId: "tgt_unknown" } }, "target_not_found", "tgt_unknown"],
    [{ redirect: toUrl("a"), condition: inCountry("XX") }, "invalid_argument", '"XX" is no answer to "country"'],
    [{ redirect: toUrl("a"), condition: { field: "size", isOneOf: ["S"] } }, "invalid_argument", '"size"'],
    [{ redirect: toUrl("a"), condition: inCountry() }, "invalid_argument", "additionalRedirects[0].condition.isOneOf"],
  ])("%o: %s", async (additional, error, detail) => {
    const tenant = flows.newTenant();
    const body = { name: "Verano", slug: newSlug(), redirect: toUrl("main"), additionalRedirects: [additional] };
    const refused = await send(tenant, "POST", path, body);
    expect(refused.body).toMatchObject({ error, detail: expect.stringContaining(detail) });
    const { slug } = await createFlow(tenant, []);
    const { additionalRedirects } = body;
    const unchanged = await send(tenant, "PATCH", `${path}/${slug}`, { additionalRedirects });
    expect(unchanged.body).toMatchObject({ error, detail: expect.stringContaining(detail) });
    expect((await send(tenant, "GET", `${path}/${slug}`)).body).toMatchObject({ additionalRedirects: [] });
  });

  test("when it names the target of another business", async () => {
    const survey = await createTarget(flows.newTenant());
    const tenant = flows.newTenant();
    const { slug } = await createFlow(tenant, []);
    const additionalRedirects = [{ redirect: { type: "survey", targetId: survey } }];
    expect(await send(tenant, "PATCH", `${path}/${slug}`, { additionalRedirects })).toMatchObject({
      status: 404,
      body: { error: "target_not_found" },
    });
  });

  test("when there are more than ten", async () => {
    const tenant = flows.newTenant();
    const { slug } = await createFlow(tenant, []);
    const additionalRedirects = Array.from({ length: 11 }, () => ({ redirect: toUrl("a") }));
    const refused = await send(tenant, "PATCH", `${path}/${slug}`, { additionalRedirects });
    expect(refused).toMatchObject({ status: 422, body: { detail: expect.stringContaining("10") } });
  });
});

test("two changes at once of redirect and additional redirects both take effect, and a repeat gets its answer", async () => {
  const tenant = flows.newTenant();
  const { slug } = await createFlow(tenant, []);
  const one = `${path}/${slug}`;
  const additionalRedirects = [{ redirect: toUrl("a"), condition: null }];
  const [first] = await Promise.all([
    send(tenant, "PATCH", one, { additionalRedirects }, "k-1"),
    send(tenant, "PATCH", one, { redirect: toUrl("b") }),
  ]);
  expect((await send(tenant, "GET", one)).body).toMatchObject({ additionalRedirects, redirect: toUrl("b") });
  const again = await send(tenant, "PATCH", one, { additionalRedirects }, "k-1");
  expect([again.replayed, again.body]).toEqual(["true", first.body]);
});
