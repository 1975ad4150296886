import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DailySecretRow } from "./daily-secret.js";
import { ana, type FlowsHouse, givenFlow, startFlows, type Tenant, visitor } from "./testing.js";

let house: FlowsHouse;
beforeAll(async () => void (house = await startFlows()));
afterAll(() => house.close());

async function countersOf(tenant: Tenant, slug: string) {
  const { totalVisitCount, uniqueVisitCount, completedCount, conversionRate } = await tenant.rpc.getFlowBySlug({
    slug,
  });
  return [totalVisitCount, uniqueVisitCount, completedCount, conversionRate];
}

const address = (n: number) => ({ "x-client-address": `198.51.100.${n}` });

describe("counting", () => {
  test("50 first visits of 50 people at once are 50 unique visits", async () => {
    const tenant = house.newTenant();
    const slug = await givenFlow(tenant);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => visitor(house, address(n)).open(slug)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await countersOf(tenant, slug)).toEqual([50, 50, 0, 0]);
  });

  test("50 first visits of one person at once are one unique visit", async () => {
    const tenant = house.newTenant();
    const slug = await givenFlow(tenant);
    const person = visitor(house, address(1));
    await Promise.all(Array.from({ length: 50 }, () => person.open(slug)));
    expect(await countersOf(tenant, slug)).toEqual([50, 1, 0, 0]);
  });

  test("two replicas count one person once", async () => {
    const tenant = house.newTenant();
    const slug = await givenFlow(tenant);
    const replica = await startFlows({ MONGODB_DATABASE: house.service.running.context.db.name });
    const visits = Array.from({ length: 40 }, (_, n) => visitor(n % 2 ? house : replica, address(n % 4)).open(slug));
    await Promise.all(visits);
    const sends = Array.from({ length: 8 }, (_, n) => visitor(n % 2 ? house : replica, address(n % 4)).send(slug, ana));
    expect((await Promise.all(sends)).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 303));
    expect(await countersOf(tenant, slug)).toEqual([40, 4, 4, 100]);
    await replica.close();
  });

  test("only the first registration of a visitor completes", async () => {
    const tenant = house.newTenant();
    const slug = await givenFlow(tenant);
    const [one, other, third] = [visitor(house, address(1)), visitor(house, address(2)), visitor(house, address(3))];
    for (const person of [one, other, third]) await person.open(slug);
    await one.send(slug, ana);
    await one.send(slug, { ...ana, first_name: "Eva" });
    expect(await countersOf(tenant, slug)).toEqual([3, 3, 1, 33.33]);
    await other.send(slug, ana);
    expect(await countersOf(tenant, slug)).toEqual([3, 3, 2, 66.67]);
  });

  test("a registration whose visit was not seen counts as a visit, too", async () => {
    const tenant = house.newTenant();
    const slug = await givenFlow(tenant);
    await visitor(house, address(1)).send(slug, ana);
    expect(await countersOf(tenant, slug)).toEqual([1, 1, 1, 100]);
  });

  test("a form with errors completes nothing", async () => {
    const tenant = house.newTenant();
    const slug = await givenFlow(tenant);
    const person = visitor(house, address(1));
    await person.open(slug);
    expect((await person.send(slug, { first_name: "Ana" })).status).toBe(422);
    expect(await countersOf(tenant, slug)).toEqual([1, 1, 0, 0]);
  });

  test("visits and registrations of many at once keep completed ≤ unique ≤ total at every moment", async () => {
    const tenant = house.newTenant();
    const slug = await givenFlow(tenant);
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        const [total = 0, unique = 0, completed = 0] = await countersOf(tenant, slug);
        expect(completed).toBeLessThanOrEqual(unique);
        expect(unique).toBeLessThanOrEqual(total);
      }
    })();
    const deeds = Array.from({ length: 60 }, (_, n) => {
      const person = visitor(house, address(n % 12));
      return n % 3 === 2 ? person.send(slug, ana) : person.open(slug);
    });
    await Promise.all(deeds);
    isOver = true;
    await watching;
    const [, unique, completed] = await countersOf(tenant, slug);
    expect([unique, completed]).toEqual([12, 4]);
  });

  test("bots, link previews, HEAD and prefetch are not counted, and see the page", async () => {
    const tenant = house.newTenant();
    const slug = await givenFlow(tenant, { name: "Rifa" });
    const agents = ["WhatsApp/2.23.20.0 A", "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", "curl/8.5.0"];
    for (const agent of agents) {
      const response = await visitor(house, { "user-agent": agent }).open(slug);
      expect([response.status, (await response.text()).includes("<title>Rifa</title>")]).toEqual([200, true]);
    }
    const head = await visitor(house).open(slug, "HEAD");
    expect([head.status, await head.text()]).toEqual([200, ""]);
    for (const name of ["sec-purpose", "purpose", "x-moz"]) await visitor(house, { [name]: "prefetch" }).open(slug);
    expect(await countersOf(tenant, slug)).toEqual([0, 0, 0, 0]);
    // What a program registers is stored, and nobody's visit.
    expect((await visitor(house, { "user-agent": "curl/8.5.0" }).send(slug, ana)).status).toBe(303);
    expect(await tenant.scope().collection("registrations").count({})).toBe(1);
    expect(await countersOf(tenant, slug)).toEqual([0, 0, 0, 0]);
  });

  test("one person on the flows of two businesses leaves two numbers, and no address anywhere", async () => {
    const [one, other] = [house.newTenant(), house.newTenant()];
    const [slug, otherSlug] = [await givenFlow(one), await givenFlow(other)];
    const person = visitor(house, { "x-client-address": "198.51.100.77" });
    await person.open(slug);
    await person.open(otherSlug);
    await person.send(slug, ana);
    const rows = [
      ...(await one.scope().collection("visitors").find({})),
      ...(await other.scope().collection("visitors").find({})),
    ];
    expect(new Set(rows.map(({ _id }) => _id)).size).toBe(2);
    const stored = [...rows, ...(await one.scope().collection("registrations").find({}))];
    expect(JSON.stringify(stored)).not.toMatch(/198\.51\.100|Mozilla/);
    expect(await countersOf(other, otherSlug)).toEqual([1, 1, 0, 0]);
  });

  test("the secret of a day is one for all, and expires with the day together with the visitors", async () => {
    const tenant = house.newTenant();
    await visitor(house).open(await givenFlow(tenant));
    const { db } = house.service.running.context;
    const secrets = await db.shared<DailySecretRow>("dailySecrets").find({}).toArray();
    const today = new Date().toISOString().slice(0, 10);
    const midnight = new Date(Date.parse(today) + 24 * 60 * 60 * 1000);
    expect(secrets.filter(({ _id }) => _id === today)).toMatchObject([{ expiresAt: midnight }]);
    expect(await tenant.scope().collection("visitors").find({})).toMatchObject([{ expiresAt: midnight }]);
    for (const name of ["dailySecrets", "visitors"]) {
      const indexes = name === "dailySecrets" ? await db.shared(name).indexes() : undefined;
      if (indexes)
        expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
    }
  });
});
