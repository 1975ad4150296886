import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Campaign } from "./campaigns.rules.js";
import { aFlow, ana, consoleUrl, type FlowsHouse, givenFlow, startFlows, type Tenant, visitor } from "./testing.js";

let house: FlowsHouse;
beforeAll(async () => void (house = await startFlows()));
afterAll(() => house.close());

const path = "/v1/public/campaigns";

async function list(tenant: Tenant, query = ""): Promise<Campaign[]> {
  const response = await tenant.http("GET", `${path}${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Campaign[];
}

async function declare(tenant: Tenant, body: object, headers: Record<string, string> = {}) {
  const response = await tenant.http("POST", path, { body, headers });
  return { status: response.status, body: (await response.json()) as Campaign & { error?: string } };
}

const day = (offset: number) => new Date(Date.now() + offset * 24 * 60 * 60 * 1000).toISOString();

describe("GET /v1/public/campaigns", () => {
  test("every distinct UTM campaign of the flows is one, with their metrics", async () => {
    const tenant = house.newTenant();
    const one = await givenFlow(tenant, { source: "ig", medium: "story", campaign: "verano" });
    const { slug: two } = await tenant.rpc.approveCreateFlow(
      aFlow({ source: "fb", medium: "story", campaign: "verano" }),
    );
    await tenant.rpc.approveCreateFlow(aFlow({ campaign: "otono" }));
    await tenant.rpc.approveCreateFlow(aFlow());
    const people = [visitor(house), visitor(house), visitor(house)];
    for (const person of people) await person.open(one);
    await people[0]?.open(one);
    await people[0]?.send(one, ana);

    const campaigns = await list(tenant);

    expect(campaigns.map(({ name }) => name)).toEqual(["otono", "verano"]);
    expect(campaigns[1]).toEqual({
      campaignId: expect.stringMatching(/^cmp_[0-9a-f]{26}$/),
      name: "verano",
      status: "active",
      startsAt: null,
      endsAt: null,
      utm: { source: "", medium: "story", campaign: "verano", content: "" },
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

  test("page by page through the Link header, newest first", async () => {
    const tenant = house.newTenant();
    for (const campaign of ["a", "b", "c", "d", "e"]) await tenant.rpc.approveCreateFlow(aFlow({ campaign }));
    const names: string[] = [];
    let next: string | undefined = `${path}?limit=2`;
    let pages = 0;
    while (next) {
      const response: Response = await tenant.http("GET", next);
      names.push(...((await response.json()) as Campaign[]).map(({ name }) => name));
      next = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
      pages += 1;
      if (next) {
        const foreign = await house.newTenant().http("GET", next);
        expect([foreign.status, await foreign.json()]).toMatchObject([422, { error: "invalid_cursor" }]);
      }
    }
    expect([pages, names]).toEqual([3, ["e", "d", "c", "b", "a"]]);
  });

  test.each(["?limit=101", "?limit=0", "?limit=x", "?status=open", "?cursor=abc", "?status[$ne]=x", "?where=1"])(
    "%s is refused",
    async (query) => expect((await house.newTenant().http("GET", `${path}${query}`)).status).toBe(422),
  );

  test("without the gateway's word nobody is answered", async () => {
    expect((await fetch(`${house.service.httpUrl}${path}`)).status).toBe(401);
  });
});

describe("POST /v1/public/campaigns", () => {
  test("declares a campaign that no flow names yet, and its flows join it", async () => {
    const tenant = house.newTenant();
    const made = await declare(tenant, { name: "Navidad 2026", utm: { campaign: "navidad", source: "ig" } });
    expect(made).toMatchObject({
      status: 201,
      body: { name: "Navidad 2026", origin: "declared", status: "active", flows: [] },
    });

    const slug = await givenFlow(tenant, { campaign: "navidad" });
    expect(await list(tenant)).toMatchObject([
      { campaignId: made.body.campaignId, utm: { source: "ig" }, flows: [{ slug }] },
    ]);
  });

  test("dates a derived one, which keeps its id; days are the business's", async () => {
    const tenant = house.newTenant({ timeZone: "America/Mexico_City" });
    await givenFlow(tenant, { campaign: "verano" });
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
    [{ startsAt: day(1) }, "scheduled"],
    [{ startsAt: day(-2), endsAt: day(2) }, "active"],
    [{ endsAt: day(-1), status: "paused" }, "ended"],
    [{ status: "paused" }, "paused"],
  ])("%o is %s, and the filter finds it", async (given, status) => {
    const tenant = house.newTenant();
    await declare(tenant, { utm: { campaign: "x" }, ...given });
    await declare(tenant, {
      utm: { campaign: "y" },
      startsAt: day(3),
      endsAt: day(4),
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
    const tenant = house.newTenant();
    expect(await declare(tenant, body)).toMatchObject({ status: 422, body: { error: "invalid_argument" } });
    expect(await list(tenant)).toEqual([]);
  });

  test("a repeat with the same Idempotency-Key answers the same", async () => {
    const tenant = house.newTenant();
    const body = { utm: { campaign: "x" }, name: "X" };
    const first = await declare(tenant, body, { "idempotency-key": "k" });
    expect(await declare(tenant, body, { "idempotency-key": "k" })).toEqual(first);
    expect(await declare(tenant, { ...body, name: "Y" }, { "idempotency-key": "k" })).toMatchObject({ status: 422 });
  });

  test("two businesses with the same campaign do not meet", async () => {
    const [one, other] = [house.newTenant(), house.newTenant()];
    const made = await declare(one, { utm: { campaign: "verano" }, name: "One" });
    expect(await list(other)).toEqual([]);
    const theirs = await declare(other, { utm: { campaign: "verano" }, name: "Other" });
    expect(theirs.body.campaignId).not.toBe(made.body.campaignId);
    expect(await list(one)).toMatchObject([{ name: "One" }]);
  });
});
