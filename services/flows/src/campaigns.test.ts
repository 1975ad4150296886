import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Campaign } from "./campaigns.types.js";
import {
  flowRequest,
  validAnswers,
  consoleUrl,
  type TestFlows,
  createActiveFlow,
  startTestFlows,
  type FlowsTenant,
  createVisitor,
} from "./testing.js";

let flows: TestFlows;
beforeAll(async () => void (flows = await startTestFlows()));
afterAll(() => flows.close());

const path = "/v1/public/campaigns";

async function list(tenant: FlowsTenant, query = ""): Promise<Campaign[]> {
  const response = await tenant.http("GET", `${path}${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Campaign[];
}

async function declare(tenant: FlowsTenant, body: object, headers: Record<string, string> = {}) {
  const response = await tenant.http("POST", path, { body, headers });
  return { status: response.status, body: (await response.json()) as Campaign & { error?: string } };
}

const dayFromNow = (offset: number) => new Date(Date.now() + offset * 24 * 60 * 60 * 1000).toISOString();

describe("GET /v1/public/campaigns", () => {
  test("lists each UTM campaign of the flows once, with its metrics", async () => {
    const tenant = flows.newTenant();
    const one = await createActiveFlow(tenant, { source: "ig", medium: "story", campaign: "verano" });
    const { slug: two } = await tenant.rpc.approveCreateFlow(
      flowRequest({ source: "fb", medium: "story", campaign: "verano" }),
    );
    await tenant.rpc.approveCreateFlow(flowRequest({ campaign: "otono" }));
    await tenant.rpc.approveCreateFlow(flowRequest());
    const visitors = [createVisitor(flows), createVisitor(flows), createVisitor(flows)];
    for (const visitor of visitors) await visitor.open(one);
    await visitors[0]?.open(one);
    await visitors[0]?.submit(one, validAnswers);

    const campaigns = await list(tenant);

    expect(campaigns.map(({ name }) => name)).toEqual(["otono", "verano"]);
    expect(campaigns[1]).toEqual({
      campaignId: expect.stringMatching(/^cmp_[0-9a-f]{26}$/),
      name: "verano",
      status: "active",
      startsAt: null,
      endsAt: null,
      utm: { source: "", medium: "story", campaign: "verano", content: "" },
      flowCount: 2,
      flows: [
        { slug: one, name: "Verano", isActive: true, publicUrl: `${consoleUrl}/flow/${one}` },
        { slug: two, name: "Verano", isActive: false, publicUrl: `${consoleUrl}/flow/${two}` },
      ],
      metrics: { totalVisits: 4, uniqueVisits: 3, completions: 1, conversionRate: 33.33 },
      origin: "derived",
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(campaigns[0]).toMatchObject({ status: "paused", metrics: { totalVisits: 0, conversionRate: 0 } });
  });

  test("is read page by page with the Link header, the newest first", async () => {
    const tenant = flows.newTenant();
    for (const campaign of ["a", "b", "c", "d", "e"]) await tenant.rpc.approveCreateFlow(flowRequest({ campaign }));
    const names: string[] = [];
    let next: string | undefined = `${path}?limit=2`;
    let pages = 0;
    while (next) {
      const response: Response = await tenant.http("GET", next);
      names.push(...((await response.json()) as Campaign[]).map(({ name }) => name));
      next = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
      pages += 1;
      if (next) {
        const otherTenants = await flows.newTenant().http("GET", next);
        expect([otherTenants.status, await otherTenants.json()]).toMatchObject([422, { error: "invalid_cursor" }]);
      }
    }
    expect([pages, names]).toEqual([3, ["e", "d", "c", "b", "a"]]);
  });

  test.each(["?limit=101", "?limit=0", "?limit=x", "?status=open", "?cursor=abc", "?status[$ne]=x", "?where=1"])(
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
      body: { name: "Navidad 2026", origin: "declared", status: "active", flows: [] },
    });

    const slug = await createActiveFlow(tenant, { campaign: "navidad" });
    expect(await list(tenant)).toMatchObject([
      { campaignId: created.body.campaignId, utm: { source: "ig" }, flows: [{ slug }] },
    ]);
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
        campaignId: derived?.campaignId,
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
    [{ endsAt: dayFromNow(-1), status: "paused" }, "ended"],
    [{ status: "paused" }, "paused"],
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

  test.each([
    {},
    { utm: {} },
    { utm: { campaign: "" } },
    { utm: { campaign: { $gt: "" } } },
    { utm: { campaign: "x" }, startsAt: "2026-05-02", endsAt: "2026-05-01" },
    { utm: { campaign: "x" }, startsAt: "tomorrow" },
    { utm: { campaign: "x" }, endsAt: "2026-02-30" },
    { utm: { campaign: "x" }, status: "ended" },
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
    const first = await declare(tenant, body, { "idempotency-key": "k" });
    expect(await declare(tenant, body, { "idempotency-key": "k" })).toEqual(first);
    expect(await declare(tenant, { ...body, name: "Y" }, { "idempotency-key": "k" })).toMatchObject({ status: 422 });
  });

  test("campaigns of two businesses with the same name stay separate", async () => {
    const [tenant, otherTenant] = [flows.newTenant(), flows.newTenant()];
    const created = await declare(tenant, { utm: { campaign: "verano" }, name: "One" });
    expect(await list(otherTenant)).toEqual([]);
    const other = await declare(otherTenant, { utm: { campaign: "verano" }, name: "Other" });
    expect(other.body.campaignId).not.toBe(created.body.campaignId);
    expect(await list(tenant)).toMatchObject([{ name: "One" }]);
  });
});
