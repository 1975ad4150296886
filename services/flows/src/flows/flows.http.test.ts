import { newId } from "@tenant-ops/kit/data";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  consoleUrl,
  createActiveFlow,
  createTarget,
  createVisitor,
  flowRequest,
  newSlug,
  readPage,
  readPages,
  send,
  shareTestFlows,
  startTestFlows,
  type SharedTestFlows,
  type TestFlows,
  validAnswers,
} from "../testing.js";

let flows: SharedTestFlows;
beforeAll(async () => void (flows = await shareTestFlows()));

const path = "/v1/public/flows";
const toUrl = { type: "url", targetId: "", url: "https://example.com/welcome" };
const newFlow = (given: object = {}) => ({ name: "Verano", slug: newSlug(), redirect: toUrl, ...given });

describe("a flow over REST", () => {
  test("is created offline, and GET, the list and the tool show the same", async () => {
    const tenant = flows.newTenant();
    const given = newFlow({ source: "ig", campaign: "verano", redirect: { type: "url", url: toUrl.url } });
    const created = await send(tenant, "POST", path, given);
    expect(created).toMatchObject({
      status: 201,
      body: {
        ...given,
        _id: expect.stringMatching(/^flw_/),
        isActive: false,
        registrationFields: [{ value: "first_name" }, { value: "last_name" }, { value: "country" }],
        redirect: toUrl,
        redirectTarget: { status: "active", url: toUrl.url },
        medium: "",
        authType: "whatsapp",
        totalVisitCount: 0,
        publicUrl: `${consoleUrl}/flow/${given.slug}`,
      },
    });
    expect(await send(tenant, "GET", `${path}/${given.slug}`)).toMatchObject({ status: 200, body: created.body });
    const { items } = await readPage(tenant, path);
    expect(items).toHaveLength(1);
    expect(created.body).toMatchObject(items[0]!);
    expect(await tenant.rpc.getFlowBySlug({ slug: given.slug })).toMatchObject({
      id: created.body["_id"],
      name: "Verano",
      redirect: { ...toUrl, targetStatus: "active" },
    });
  });

  test("says what the page asks in the language of the visitors, and keeps the words of the business", async () => {
    const read = async (country: string, given: object) =>
      (await send(flows.newTenant({ country }), "POST", path, newFlow(given))).body["questionLabels"];
    expect(await read("MX", {})).toEqual({ first_name: "Nombre", last_name: "Apellidos", country: "País" });
    expect(await read("BR", {})).toEqual({ first_name: "Nome", last_name: "Sobrenome", country: "País" });
    expect(await read("US", {})).toMatchObject({ first_name: "First Name" });
    const registrationFields = [{ text: "Phone", type: "phone" }, { text: "Shoe size" }];
    expect(await read("MX", { registrationFields })).toEqual({ phone: "Teléfono", shoe_size: "Shoe size" });
  });

  test("can be sent back as it was read, and nothing changes", async () => {
    const tenant = flows.newTenant();
    const roulette = flows.roulettes.addTarget(tenant, newId("rou"));
    const { body } = await send(tenant, "POST", path, newFlow({ redirect: { type: "roulette", targetId: roulette } }));
    const { slug, name, isActive, redirect, registrationFields, source, medium, campaign, content } = body;
    const { isBankProviderRequired } = body;
    const settings = { name, redirect, registrationFields, source, medium, campaign, content, isBankProviderRequired };
    expect(body["redirectTarget"]).toEqual({ status: "active", url: `${consoleUrl}/roulette/${roulette}` });
    expect(await send(tenant, "PATCH", `${path}/${slug}`, { ...settings, isActive })).toMatchObject({
      status: 200,
      body,
    });
    const copy = await send(tenant, "POST", path, { ...settings, slug: newSlug() });
    expect(copy).toMatchObject({ status: 201, body: settings });
  });

  test("is put online and changed; absent fields stay, and the totals are updated", async () => {
    const tenant = flows.newTenant();
    const { body } = await send(tenant, "POST", path, newFlow({ source: "ig", medium: "story" }));
    const one = `${path}/${body["slug"]}`;
    const fields = [{ text: "¿Cuál es tu correo?", type: "email", isRequired: true }];
    const changed = await send(tenant, "PATCH", one, { isActive: true, source: "", registrationFields: fields });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        ...body,
        isActive: true,
        source: "",
        updatedAt: expect.any(String),
        registrationFields: expect.any(Array),
        questionLabels: { cual_es_tu_correo: "¿Cuál es tu correo?" },
        warnings: expect.any(Array),
        warningDetails: expect.any(Array),
      },
    });
    expect(changed.body["registrationFields"]).toEqual([{ ...fields[0], value: "cual_es_tu_correo", placeholder: "" }]);
    expect((await send(tenant, "GET", one)).body).toEqual(changed.body);
    await createVisitor(flows).submit(String(body["slug"]), { cual_es_tu_correo: "ana@example.com" });
    expect(await send(tenant, "GET", `${path}/statistics`)).toMatchObject({
      status: 200,
      body: { totalFlows: 1, activeFlows: 1, inactiveFlows: 0, totalCompletions: 1, totalVisits: 1, uniqueVisits: 1 },
    });
    const defaults = await send(tenant, "PATCH", one, { registrationFields: [] });
    expect(defaults.body["registrationFields"]).toMatchObject([
      { value: "first_name" },
      { value: "last_name" },
      { value: "country" },
    ]);
  });

  test("shows whether its target is active, inactive or deleted", async () => {
    const tenant = flows.newTenant();
    const survey = await createTarget(tenant);
    const { body } = await send(tenant, "POST", path, newFlow({ redirect: { type: "survey", targetId: survey } }));
    await send(tenant, "DELETE", `${path}/targets/${survey}`);
    expect((await send(tenant, "GET", `${path}/${body["slug"]}`)).body).toMatchObject({
      redirect: { type: "survey", targetId: survey, url: "" },
      redirectTarget: { status: "missing", url: "" },
    });
    // The name can be changed although the target is deleted.
    expect(await send(tenant, "PATCH", `${path}/${body["slug"]}`, { name: "Otoño" })).toMatchObject({ status: 200 });
  });
});

describe("the list of flows", () => {
  test("is filtered by state and campaign, page by page", async () => {
    const tenant = flows.newTenant();
    const online = await createActiveFlow(tenant, { campaign: "verano" });
    const offline: string[] = [];
    for (const campaign of ["verano", "verano", "otono"])
      offline.unshift((await tenant.rpc.approveCreateFlow(flowRequest({ campaign }))).slug);
    const list = async (query: string) =>
      (await readPages<{ slug: string }>(tenant, `${path}?limit=1&${query}`)).map(({ slug }) => slug);
    expect(await list("")).toEqual([...offline, online]);
    expect(await list("isActive=true")).toEqual([online]);
    expect(await list("isActive=false")).toEqual(offline);
    expect(await list("campaign=verano")).toEqual([...offline.slice(1), online]);
    expect(await list("campaign=verano&isActive=false")).toEqual(offline.slice(1));
    expect(await list("campaign=none")).toEqual([]);
  });

  test.each(["isActive=1", "isActive=", "campaign=", "limit=501", "campaign[$ne]=x", "active=true", "is_active=true"])(
    "?%s is refused by its name",
    async (query) => {
      const refused = await send(flows.newTenant(), "GET", `${path}?${query}`);
      expect(refused).toMatchObject({ status: 422, body: { error: "invalid_argument" } });
      expect(refused.body["detail"]).toContain(`query parameter ${query.split("=")[0]}`);
    },
  );
});

describe("refused over REST, in its own words:", () => {
  test.each([
    [
      { redirect: { type: "roulette", url: "https://example.com" } },
      "redirect_mismatch",
      /redirect\.url .*redirect\.targetId only/,
    ],
    [{ redirect: { type: "url" } }, "redirect_mismatch", /needs redirect\.url/],
    [{ redirect: { type: "url", url: "http://example.com" } }, "redirect_url_refused", /^redirect\.url:/],
    [
      { redirect: { type: "survey", targetId: "tgt_none" } },
      "target_not_found",
      /GET \/v1\/public\/flows\/targets lists/,
    ],
    [{ redirect: { type: "page", url: "https://example.com" } }, "invalid_argument", /redirect\.type/],
    [{ slug: "Verano 2026" }, "invalid_argument", /slug: must be words of a-z/],
    [{ slug: "targets" }, "slug_reserved", /targets/],
    [{ slug: "statistics" }, "slug_reserved", /statistics/],
    [
      { registrationFields: [{ text: "A" }, { text: "B", value: "a" }] },
      "invalid_argument",
      /registrationFields\[1\]\.value/,
    ],
    [{ registrationFields: [{ text: "A", value: "1a" }] }, "invalid_argument", /registrationFields\[0\]\.value/],
    [{ redirect_type: "url" }, "invalid_argument", /redirect_type: is not known here/],
    [{ isActive: true }, "invalid_argument", /isActive: is not known here/],
    [{ name: "  " }, "invalid_argument", /name/],
  ])("%o", async (given, error, detail) => {
    const tenant = flows.newTenant();
    const refused = await send(tenant, "POST", path, newFlow(given));
    expect(refused).toMatchObject({ body: { error, detail: expect.stringMatching(detail) } });
    expect((await readPage(tenant, path)).items).toEqual([]);
  });

  test("an empty change, a change of the slug, and null", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    for (const body of [{}, { slug: newSlug() }, { name: null }, { isActive: "true" }, []]) {
      const refused = await send(tenant, "PATCH", `${path}/${slug}`, body);
      expect(refused).toMatchObject({ status: 422, body: { error: "invalid_argument" } });
    }
  });

  test("a slug that another business has, with free ones", async () => {
    const slug = await createActiveFlow(flows.newTenant());
    const refused = await send(flows.newTenant(), "POST", path, newFlow({ slug }));
    expect(refused).toMatchObject({ status: 409, body: { error: "slug_taken" } });
    expect(refused.body["detail"]).toContain(`${slug}-2`);
  });

  test("a flow of another business, like one that does not exist", async () => {
    const slug = await createActiveFlow(flows.newTenant());
    const tenant = flows.newTenant();
    const answer = async (asked: string) => {
      const answers = [
        await send(tenant, "GET", `${path}/${asked}`),
        await send(tenant, "PATCH", `${path}/${asked}`, { name: "Mine" }),
      ];
      expect(answers).toMatchObject(
        answers.map(() => ({
          status: 404,
          body: { error: "flow_not_found", detail: expect.stringContaining(`GET ${path}`) },
        })),
      );
      return answers.map(({ body }) => String(body["detail"]).replaceAll(asked, "SLUG"));
    };
    expect(await answer(slug)).toEqual(await answer("no-such-flow"));
    expect(await readPage(tenant, path)).toEqual({ items: [], count: 0, has_more: false });
    expect((await send(tenant, "GET", `${path}/statistics`)).body).toMatchObject({ totalFlows: 0 });
  });
});

describe("two at once, and the same one twice:", () => {
  test("of two creations with one Idempotency-Key, one flow is made and both get it", async () => {
    const tenant = flows.newTenant();
    const given = newFlow();
    const [first, second] = await Promise.all([1, 2].map(() => send(tenant, "POST", path, given, "k")));
    expect(second?.body).toEqual(first?.body);
    await send(tenant, "PATCH", `${path}/${given.slug}`, { name: "Otoño" });
    expect(await send(tenant, "POST", path, given, "k")).toEqual({ ...first, replayed: "true" });
    expect((await readPage(tenant, path)).count).toBe(1);
  });

  test("of two creations with one slug, one succeeds", async () => {
    const slug = newSlug();
    const answers = await Promise.all([1, 2].map(() => send(flows.newTenant(), "POST", path, newFlow({ slug }))));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
  });

  test("of two changes of different fields, both are kept; a repeat changes nothing", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    const one = `${path}/${slug}`;
    const [first] = await Promise.all([
      send(tenant, "PATCH", one, { name: "Otoño" }, "k"),
      send(tenant, "PATCH", one, { source: "ig" }),
    ]);
    expect((await send(tenant, "GET", one)).body).toMatchObject({ name: "Otoño", source: "ig" });
    await send(tenant, "PATCH", one, { name: "Invierno" });
    expect(await send(tenant, "PATCH", one, { name: "Otoño" }, "k")).toEqual({ ...first, replayed: "true" });
    expect((await send(tenant, "GET", one)).body).toMatchObject({ name: "Invierno" });
  });

  test("a change while visitors register loses neither the change nor a registration", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    const visits = Array.from({ length: 5 }, () => createVisitor(flows).submit(slug, validAnswers));
    await Promise.all([...visits, send(tenant, "PATCH", `${path}/${slug}`, { campaign: "verano" })]);
    expect((await send(tenant, "GET", `${path}/${slug}`)).body).toMatchObject({
      campaign: "verano",
      completedCount: 5,
    });
  });
});

describe("while the services of targets do not answer", () => {
  let withoutServices: TestFlows;
  const addresses = { ROULETTES_GRPC_URL: "127.0.0.1:1", LEARNING_GRPC_URL: "127.0.0.1:1" };
  beforeAll(async () => void (withoutServices = await startTestFlows(addresses)));
  afterAll(() => withoutServices.close());

  test("a new redirect to a roulette is 503 and writes nothing; everything else of a flow can be changed", async () => {
    const tenant = withoutServices.newTenant();
    const slug = await createActiveFlow(tenant);
    const refused = await send(tenant, "PATCH", `${path}/${slug}`, {
      redirect: { type: "roulette", targetId: "rou_1" },
    });
    expect(refused).toMatchObject({ status: 503, body: { error: "service_unavailable" } });
    expect(await send(tenant, "PATCH", `${path}/${slug}`, { name: "Otoño" })).toMatchObject({
      status: 200,
      body: { name: "Otoño", redirect: toUrl },
    });
  });
});
