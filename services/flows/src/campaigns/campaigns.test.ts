import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { updateOverdueStatuses } from "./campaigns.statuses.js";
import type { Campaign, CampaignSummary } from "./campaigns.rules.js";
import {
  createActiveFlow,
  createVisitor,
  flowRequest,
  type FlowsTenant,
  readPage,
  readPages,
  send,
  startTestFlows,
  type TestFlows,
  validAnswers,
} from "../testing.js";

let flows: TestFlows;
beforeAll(async () => void (flows = await startTestFlows()));
afterAll(() => flows.close());

const path = "/v1/public/campaigns";

async function list(tenant: FlowsTenant, query = ""): Promise<Campaign[]> {
  return (await readPage<Campaign>(tenant, `${path}${query}`)).items;
}

const declare = (tenant: FlowsTenant, body: object, key?: string) =>
  send<Campaign & { error?: string }>(tenant, "POST", path, body, key);

const dayFromNow = (offset: number) => new Date(Date.now() + offset * 24 * 60 * 60 * 1000).toISOString();

describe("GET /v1/public/campaigns", () => {
  test("lists each UTM campaign of the flows once, with its metrics", async () => {
    const tenant = flows.newTenant();
    const one = await createActiveFlow(tenant, { source: "ig", medium: "story", campaign: "verano" });
    await tenant.rpc.approveCreateFlow(flowRequest({ source: "fb", medium: "story", campaign: "verano" }));
    await tenant.rpc.approveCreateFlow(flowRequest({ campaign: "otono" }));
    await tenant.rpc.approveCreateFlow(flowRequest());
    const visitors = [createVisitor(flows), createVisitor(flows), createVisitor(flows)];
    for (const visitor of visitors) await visitor.open(one);
    await visitors[0]?.open(one);
    await visitors[0]?.submit(one, validAnswers);

    const campaigns = await list(tenant);

    expect(campaigns.map(({ name }) => name)).toEqual(["otono", "verano"]);
    expect(campaigns[1]).toEqual({
      _id: expect.stringMatching(/^cmp_[0-9a-f]{26}$/),
      name: "verano",
      status: "active",
      isPaused: false,
      startsAt: null,
      endsAt: null,
      utm: { source: "", medium: "story", campaign: "verano", content: "" },
      flowCount: 2,
      activeFlowCount: 1,
      metrics: { totalVisits: 4, uniqueVisits: 3, completions: 1, conversionRate: 33.33 },
      origin: "derived",
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(campaigns[0]).toMatchObject({ status: "paused", metrics: { totalVisits: 0, conversionRate: 0 } });
    expect((await send(tenant, "GET", `${path}/${campaigns[1]?._id}`)).body).toEqual(campaigns[1]);
  });

  test("is read page by page, the newest first, and a cursor belongs to its business", async () => {
    const tenant = flows.newTenant();
    for (const campaign of ["a", "b", "c", "d", "e"]) await tenant.rpc.approveCreateFlow(flowRequest({ campaign }));
    const all = await readPages<Campaign>(tenant, `${path}?limit=2`);
    expect(all.map(({ name }) => name)).toEqual(["e", "d", "c", "b", "a"]);
    const { next_cursor: cursor = "" } = await readPage(tenant, `${path}?limit=2`);
    const ofAnother = await send(flows.newTenant(), "GET", `${path}?cursor=${encodeURIComponent(cursor)}`);
    expect(ofAnother).toMatchObject({ status: 422, body: { error: "invalid_cursor" } });
  });

  test.each(["?limit=501", "?limit=0", "?limit=x", "?status=open", "?cursor=abc", "?status[$ne]=x", "?where=1"])(
    "%s is refused",
    async (query) => expect((await flows.newTenant().http("GET", `${path}${query}`)).status).toBe(422),
  );

  test("a request without the gateway's signed context gets 401", async () => {
    expect((await fetch(`${flows.service.httpUrl}${path}`)).status).toBe(401);
  });
});

describe("POST /v1/public/campaigns", () => {
  test("declares a campaign before its flows exist, and later flows belong to it", async () => {
    const tenant = flows.newTenant();
    const created = await declare(tenant, { name: "Navidad 2026", utm: { campaign: "navidad", source: "ig" } });
    expect(created).toMatchObject({
      status: 201,
      body: { name: "Navidad 2026", origin: "declared", status: "active", flowCount: 0 },
    });

    const slug = await createActiveFlow(tenant, { campaign: "navidad" });
    const { _id } = created.body;
    expect(await list(tenant)).toMatchObject([{ _id, utm: { source: "ig" }, flowCount: 1 }]);
    expect((await readPage(tenant, `${path}/${_id}/flows`)).items).toMatchObject([{ slug }]);
  });

  test("sets the dates of a derived campaign, which keeps its id, in the business's time zone", async () => {
    const tenant = flows.newTenant({ timeZone: "America/Mexico_City" });
    await createActiveFlow(tenant, { campaign: "verano" });
    const [derived] = await list(tenant);
    const body = { utm: { campaign: "verano" }, startsAt: "2031-07-01", endsAt: "2031-08-31" };
    const dated = await declare(tenant, body);
    expect(dated).toMatchObject({
      status: 201,
      body: {
        _id: derived?._id,
        name: "verano",
        origin: "declared",
        status: "scheduled",
        startsAt: "2031-07-01T06:00:00.000Z",
        endsAt: "2031-09-01T05:59:59.999Z",
      },
    });
    const again = await declare(tenant, { utm: { campaign: "verano" }, name: "Verano", startsAt: null });
    expect(again).toMatchObject({
      status: 200,
      body: { name: "Verano", status: "active", startsAt: null, endsAt: dated.body.endsAt },
    });
  });

  test.each([
    [{ startsAt: dayFromNow(1) }, "scheduled"],
    [{ startsAt: dayFromNow(-2), endsAt: dayFromNow(2) }, "active"],
    [{ endsAt: dayFromNow(-1), isPaused: true }, "ended"],
    [{ isPaused: true }, "paused"],
  ])("%o gives the status %s, and the status filter finds it", async (given, status) => {
    const tenant = flows.newTenant();
    await declare(tenant, { utm: { campaign: "x" }, ...given });
    await declare(tenant, {
      utm: { campaign: "y" },
      startsAt: dayFromNow(3),
      endsAt: dayFromNow(4),
      ...(status === "scheduled" && { startsAt: null }),
    });
    expect((await list(tenant, `?status=${status}`)).map(({ name }) => name)).toEqual(["x"]);
  });

  test("a status that has changed with time is listed as it is now, before and after it is stored", async () => {
    const tenant = flows.newTenant();
    const stored = tenant.scope().collection<CampaignSummary>("campaignSummaries");
    const change = async (campaign: string, changes: Partial<CampaignSummary>) => {
      await declare(tenant, { utm: { campaign } });
      await stored.updateOne({ campaign }, { $set: changes });
    };
    const past = new Date(Date.now() - 1000);
    await change("begun", { startsAt: past, status: "scheduled", statusUntil: past });
    await change("over", { endsAt: past, status: "active", statusUntil: past });
    await change("stays", {});
    const expectLists = async () => {
      const names = async (status: string) => (await list(tenant, `?status=${status}`)).map(({ name }) => name);
      expect(await names("active")).toEqual(["stays", "begun"]);
      expect(await names("ended")).toEqual(["over"]);
      expect(await names("scheduled")).toEqual([]);
    };
    await expectLists();
    const { db, logger } = flows.service.running.context;
    expect(await updateOverdueStatuses(db, logger)).toBe(false);
    const kept = (await stored.find({}, { limit: 3, sort: { campaign: 1 } })).map(
      ({ campaign, status, statusUntil }) => [campaign, status, statusUntil],
    );
    expect(kept).toEqual([
      ["begun", "active", null],
      ["over", "ended", null],
      ["stays", "active", null],
    ]);
    await expectLists();
    const writes = await tenant.writesDuring(() => updateOverdueStatuses(db, logger));
    expect(writes).toEqual([]);
  });

  test.each([
    {},
    { utm: {} },
    { utm: { campaign: "" } },
    { utm: { campaign: { $gt: "" } } },
    { utm: { campaign: "x" }, startsAt: "2026-05-02", endsAt: "2026-05-01" },
    { utm: { campaign: "x" }, startsAt: "tomorrow" },
    { utm: { campaign: "x" }, endsAt: "2026-02-30" },
    { utm: { campaign: "x" }, status: "ended" },
    { utm: { campaign: "x" }, startsAt: "" },
    { utm: { campaign: "x" }, rules: [] },
    { utm: { campaign: "x" }, name: "" },
  ])("%o is refused", async (body) => {
    const tenant = flows.newTenant();
    expect(await declare(tenant, body)).toMatchObject({ status: 422, body: { error: "invalid_argument" } });
    expect(await list(tenant)).toEqual([]);
  });

  test("a repeat with the same Idempotency-Key gets the same answer", async () => {
    const tenant = flows.newTenant();
    const body = { utm: { campaign: "x" }, name: "X" };
    const first = await declare(tenant, body, "k");
    await declare(tenant, { ...body, name: "Y" });
    expect(await declare(tenant, body, "k")).toEqual({ ...first, replayed: "true" });
    expect(first.status).toBe(201);
    expect(await declare(tenant, { ...body, name: "Y" }, "k")).toMatchObject({ status: 422 });
  });

  test("campaigns of two businesses with the same name stay separate", async () => {
    const [tenant, otherTenant] = [flows.newTenant(), flows.newTenant()];
    const created = await declare(tenant, { utm: { campaign: "verano" }, name: "One" });
    expect(await list(otherTenant)).toEqual([]);
    const other = await declare(otherTenant, { utm: { campaign: "verano" }, name: "Other" });
    expect(other.body._id).not.toBe(created.body._id);
    expect(await list(tenant)).toMatchObject([{ name: "One" }]);
  });
});

describe("PATCH /v1/public/campaigns/{id}", () => {
  const change = (tenant: FlowsTenant, id: string | undefined, body: object, key?: string) =>
    send<Campaign & { error?: string }>(tenant, "PATCH", `${path}/${id}`, body, key);

  test("changes the given fields only; a derived campaign becomes a declared one", async () => {
    const tenant = flows.newTenant();
    await createActiveFlow(tenant, { campaign: "verano", source: "ig" });
    const [derived] = await list(tenant);
    const named = await change(tenant, derived?._id, { name: "Verano", endsAt: "2031-08-31" });
    expect(named).toMatchObject({
      status: 200,
      body: { _id: derived?._id, name: "Verano", origin: "declared", utm: derived?.utm, flowCount: 1 },
    });
    const paused = await change(tenant, derived?._id, { isPaused: true, utm: { medium: "story" } });
    expect(paused.body).toMatchObject({ name: "Verano", endsAt: named.body.endsAt, isPaused: true, status: "paused" });
    expect(paused.body.utm).toEqual({ ...derived?.utm, medium: "story" });
    expect((await send(tenant, "GET", `${path}/${derived?._id}`)).body).toEqual(paused.body);
  });

  test("of two changes at once both are kept, and a repeat gets its answer", async () => {
    const tenant = flows.newTenant();
    const { body } = await declare(tenant, { utm: { campaign: "x" } });
    const [first] = await Promise.all([
      change(tenant, body._id, { name: "X" }, "k"),
      change(tenant, body._id, { startsAt: "2031-07-01" }),
    ]);
    const after = await send<Campaign>(tenant, "GET", `${path}/${body._id}`);
    expect(after.body).toMatchObject({ name: "X", startsAt: "2031-07-01T06:00:00.000Z" });
    await change(tenant, body._id, { name: "Y" });
    expect(await change(tenant, body._id, { name: "X" }, "k")).toEqual({ ...first, replayed: "true" });
  });

  test.each([{}, { utm: { campaign: "other" } }, { status: "paused" }, { startsAt: "tomorrow" }, { name: " " }])(
    "%o is refused",
    async (body) => {
      const tenant = flows.newTenant();
      const { body: declared } = await declare(tenant, { utm: { campaign: "x" } });
      expect(await change(tenant, declared._id, body)).toMatchObject({
        status: 422,
        body: { error: "invalid_argument" },
      });
      expect(await list(tenant)).toEqual([declared]);
    },
  );

  test("a campaign of another business is answered like one that does not exist", async () => {
    const { body } = await declare(flows.newTenant(), { utm: { campaign: "x" } });
    const tenant = flows.newTenant();
    for (const id of [body._id, "cmp_none"]) {
      const refused = { status: 404, body: { error: "campaign_not_found" } };
      expect(await change(tenant, id, { name: "Mine" })).toMatchObject(refused);
      expect(await send(tenant, "GET", `${path}/${id}`)).toMatchObject(refused);
    }
    expect(await list(tenant)).toEqual([]);
  });
});
