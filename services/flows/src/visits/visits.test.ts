import { dayMs } from "@tenant-ops/kit/data";
import { examinedDuring } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DailySecret } from "./daily-secrets.js";
import {
  validAnswers,
  type TestFlows,
  createActiveFlow,
  startTestFlows,
  type FlowsTenant,
  createVisitor,
  readPage,
  send,
} from "../testing.js";

let flows: TestFlows;
beforeAll(async () => void (flows = await startTestFlows()));
afterAll(() => flows.close());

async function readCounters(tenant: FlowsTenant, slug: string) {
  const { totalVisitCount, uniqueVisitCount, completedCount, conversionRate } = await tenant.rpc.getFlowBySlug({
    slug,
  });
  return [totalVisitCount, uniqueVisitCount, completedCount, conversionRate];
}

interface Visits {
  totals: Record<string, number>;
  days: { counts: Record<string, number> }[];
  sources: { source: string; visitors: number }[];
  uncounted: { automatic: number; repeated: number };
  stops: { place: string; question?: string; visitors: number; refusedTries: number }[];
}
const readVisits = async (tenant: FlowsTenant, slug: string) =>
  (await send<Visits>(tenant, "GET", `/v1/public/flows/${slug}/visits`)).body;

const address = (n: number) => ({ "x-client-address": `198.51.100.${n}` });

describe("counting", () => {
  test("50 concurrent first visits of 50 visitors are 50 unique visits", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => createVisitor(flows, address(n)).open(slug)),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await readCounters(tenant, slug)).toEqual([50, 50, 0, 0]);
  });

  test("50 concurrent visits of one visitor are one unique visit", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    const person = createVisitor(flows, address(1));
    await Promise.all(Array.from({ length: 50 }, () => person.open(slug)));
    expect(await readCounters(tenant, slug)).toEqual([50, 1, 0, 0]);
  });

  test("two replicas count the same visitor once", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    const replica = await startTestFlows({ MONGODB_DATABASE: flows.service.running.context.db.name });
    try {
      const visits = Array.from({ length: 40 }, (_, n) =>
        createVisitor(n % 2 ? flows : replica, address(n % 4)).open(slug),
      );
      await Promise.all(visits);
      const submits = Array.from({ length: 8 }, (_, n) =>
        createVisitor(n % 2 ? flows : replica, address(n % 4)).submit(slug, validAnswers),
      );
      expect((await Promise.all(submits)).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 303));
      expect(await readCounters(tenant, slug)).toEqual([40, 4, 4, 100]);
    } finally {
      await replica.close();
    }
  });

  test("only the first registration of a person completes, with another browser too when an address names the person", async () => {
    const tenant = flows.newTenant();
    const registrationFields = [
      { text: "Nombre", value: "name" },
      { text: "Correo", value: "email", type: "email" },
    ];
    const slug = await createActiveFlow(tenant, { registrationFields });
    const persons = [1, 2, 3].map((n) => createVisitor(flows, address(n))) as [Person, Person, Person];
    const [one, other, third] = persons;
    for (const person of persons) await person.open(slug);
    await one.submit(slug, { name: "Ana" });
    await one.submit(slug, { name: "Ana" });
    expect(await readCounters(tenant, slug)).toEqual([3, 3, 1, 33.33]);
    await other.submit(slug, { name: "Eva", email: "eva@example.com" });
    await third.submit(slug, { name: "Eva P.", email: "Eva@example.com\u200B" });
    expect(await readCounters(tenant, slug)).toEqual([3, 3, 2, 66.67]);
    expect((await readVisits(tenant, slug)).uncounted).toEqual({ automatic: 0, repeated: 2 });
  });

  test.each([true, false])(
    "three visitors with different answers at one tablet are three visitors and three registrations, opened before: %s",
    async (opensPage) => {
      const tenant = flows.newTenant();
      const slug = await createActiveFlow(tenant);
      const tablet = createVisitor(flows, address(1));
      for (const first_name of ["Ana", "Eva", "Luz"]) {
        if (opensPage) await tablet.open(slug);
        await tablet.submit(slug, { ...validAnswers, first_name });
      }
      expect(await readCounters(tenant, slug)).toEqual([3, 3, 3, 100]);
      expect((await readVisits(tenant, slug)).stops.filter(({ visitors }) => visitors > 0)).toMatchObject([
        { place: "registered", visitors: 3 },
      ]);
    },
  );

  test("every registration that is stored is counted, or says why it is not", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    const person = createVisitor(flows, address(1));
    for (let n = 0; n < 2; n += 1) await person.submit(slug, validAnswers);
    await createVisitor(flows, { "user-agent": "curl/8.5.0" }).submit(slug, validAnswers);
    const { items } = await readPage<{ uncounted?: string }>(tenant, `/v1/public/flows/${slug}/registrations`);
    expect(items.map(({ uncounted }) => uncounted ?? "counted")).toEqual(["automatic", "repeated", "counted"]);
    const { totals, uncounted } = await readVisits(tenant, slug);
    expect([totals["registrations"], uncounted]).toEqual([1, { automatic: 1, repeated: 1 }]);
    expect(await readCounters(tenant, slug)).toEqual([1, 1, 1, 100]);
  });

  test("a registration without a counted visit counts as a visit", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    await createVisitor(flows, address(1)).submit(slug, validAnswers);
    expect(await readCounters(tenant, slug)).toEqual([1, 1, 1, 100]);
  });

  test("a form with errors completes nothing", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    const person = createVisitor(flows, address(1));
    await person.open(slug);
    expect((await person.submit(slug, { first_name: "Ana" })).status).toBe(422);
    expect(await readCounters(tenant, slug)).toEqual([1, 1, 0, 0]);
  });

  test("concurrent visits and registrations keep completed ≤ unique ≤ total at every read", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    let isOver = false;
    const reading = (async () => {
      while (!isOver) {
        const [total = 0, unique = 0, completed = 0] = await readCounters(tenant, slug);
        expect(completed).toBeLessThanOrEqual(unique);
        expect(unique).toBeLessThanOrEqual(total);
      }
    })();
    const requests = Array.from({ length: 60 }, (_, n) => {
      const person = createVisitor(flows, address(n % 12));
      return n % 3 === 2 ? person.submit(slug, validAnswers) : person.open(slug);
    });
    await Promise.all(requests).finally(() => (isOver = true));
    await reading;
    const [, unique, completed] = await readCounters(tenant, slug);
    expect([unique, completed]).toEqual([12, 4]);
  });

  test("bots, link previews, HEAD and prefetch get the page and are not counted", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant, { name: "Rifa" });
    const agents = ["WhatsApp/2.23.20.0 A", "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", "curl/8.5.0"];
    for (const agent of agents) {
      const response = await createVisitor(flows, { "user-agent": agent }).open(slug);
      expect([response.status, (await response.text()).includes("<title>Rifa</title>")]).toEqual([200, true]);
    }
    const head = await createVisitor(flows).open(slug, "HEAD");
    expect([head.status, await head.text()]).toEqual([200, ""]);
    for (const name of ["sec-purpose", "purpose", "x-moz"])
      await createVisitor(flows, { [name]: "prefetch" }).open(slug);
    expect(await readCounters(tenant, slug)).toEqual([0, 0, 0, 0]);
    // The registration of a bot is stored and not counted.
    expect((await createVisitor(flows, { "user-agent": "curl/8.5.0" }).submit(slug, validAnswers)).status).toBe(303);
    expect(await tenant.scope().collection("registrations").count({})).toBe(1);
    expect(await readCounters(tenant, slug)).toEqual([0, 0, 0, 0]);
  });

  test("a visitor of two businesses is stored under other ids, and no address is stored", async () => {
    const [tenant, otherTenant] = [flows.newTenant(), flows.newTenant()];
    const [slug, otherSlug] = [await createActiveFlow(tenant), await createActiveFlow(otherTenant)];
    const person = createVisitor(flows, { "x-client-address": "198.51.100.77" });
    await person.open(slug);
    await person.open(otherSlug);
    await person.submit(slug, validAnswers);
    const rows = [
      ...(await tenant.scope().collection("visitors").find({})),
      ...(await otherTenant.scope().collection("visitors").find({})),
    ];
    // The second one of the first business is the person who has sent the form.
    expect(new Set(rows.map(({ _id }) => _id)).size).toBe(3);
    const stored = [...rows, ...(await tenant.scope().collection("registrations").find({}))];
    expect(JSON.stringify(stored)).not.toMatch(/198\.51\.100|Mozilla/);
    expect(await readCounters(otherTenant, otherSlug)).toEqual([1, 1, 0, 0]);
  });

  test("there is one secret per day, and it expires together with the visitors at the end of the day", async () => {
    const tenant = flows.newTenant();
    await createVisitor(flows).open(await createActiveFlow(tenant));
    const { db } = flows.service.running.context;
    const secrets = await db.shared<DailySecret>("dailySecrets").find({}).toArray();
    const today = new Date().toISOString().slice(0, 10);
    const midnight = new Date(Date.parse(today) + 24 * 60 * 60 * 1000);
    expect(secrets.filter(({ _id }) => _id === today)).toMatchObject([{ expiresAt: midnight }]);
    expect(await tenant.scope().collection("visitors").find({})).toMatchObject([{ expiresAt: midnight }]);
    const expiryIndex = { key: { expiresAt: 1 }, expireAfterSeconds: 0 };
    expect(await db.shared("dailySecrets").indexes()).toContainEqual(expect.objectContaining(expiryIndex));
  });
});

describe("why nobody registers", () => {
  const findStops = ({ stops }: Visits) =>
    stops
      .filter(({ visitors, refusedTries }) => visitors + refusedTries > 0)
      .map(({ place, question, visitors, refusedTries }) => [question ?? place, visitors, refusedTries]);

  test("each visitor stands at one place: the page, the question that was refused, or the registration", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    const [one, other, third] = [1, 2, 3].map((n) => createVisitor(flows, address(n))) as [Person, Person, Person];
    await one.open(`${slug}?utm_source=instagram`);
    for (const person of [other, third]) await person.open(slug);
    expect((await other.submit(slug, { ...validAnswers, country: "" })).status).toBe(422);
    await other.submit(slug, { ...validAnswers, last_name: "", country: "nowhere" });
    await third.submit(slug, { ...validAnswers, country: "" });
    await third.submit(slug, validAnswers);
    const bot = createVisitor(flows, { ...address(4), "user-agent": "curl/8" });
    expect((await bot.submit(slug, {})).status).toBe(422);

    const found = await readVisits(tenant, slug);
    expect(found.totals).toEqual({ visits: 3, uniqueVisits: 3, registrations: 1, refusedTries: 3 });
    expect(found.days).toHaveLength(30);
    expect(findStops(found)).toEqual([
      ["opened", 1, 0],
      ["last_name", 1, 1],
      ["country", 0, 3],
      ["registered", 1, 0],
    ]);
    expect(found.sources).toEqual([
      { source: "direct", visitors: 2 },
      { source: "instagram", visitors: 1 },
    ]);
    const registrationFields = [{ text: "Nombre", value: "first_name" }];
    await tenant.rpc.approveUpdateFlow({ slug, registrationFields });
    expect(findStops(await readVisits(tenant, slug))).toContainEqual(["other", 1, 0]);
  });

  test("is counted from the at most 16 records of a day after many visits, and not for another business", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    const { name } = flows.service.running.context.db;
    for (let n = 1; n < 20; n += 1) await createVisitor(flows, address(n)).submit(slug, {});
    const examined = await examinedDuring(name, () => readVisits(tenant, slug), tenant.businessId);
    expect([examined > 0, examined <= 16]).toEqual([true, true]);
    const answer = await send(flows.newTenant(), "GET", `/v1/public/flows/${slug}/visits`);
    expect([answer.status, answer.body["error"]]).toEqual([404, "flow_not_found"]);
  });

  test("of two refused forms of one visitor at once, sent to two processes, the visitor stands at one place", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    const replica = await startTestFlows({ MONGODB_DATABASE: flows.service.running.context.db.name });
    try {
      const persons = [createVisitor(flows, address(1)), createVisitor(replica, address(1))];
      await Promise.all(persons.flatMap((person) => [person.open(slug), person.submit(slug, {})]));
    } finally {
      await replica.close();
    }
    const { totals, stops } = await readVisits(tenant, slug);
    expect(totals).toMatchObject({ uniqueVisits: 1, refusedTries: 2 });
    expect(stops.filter(({ visitors }) => visitors !== 0)).toMatchObject([{ question: "first_name", visitors: 1 }]);
  });
});

type Person = ReturnType<typeof createVisitor>;

describe("flows_get_flow_visits", () => {
  test("answers what REST answers: days, sources, uncounted registrations and where visitors stop", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    await createVisitor(flows, address(1)).open(slug);
    await createVisitor(flows, address(2)).submit(slug, { ...validAnswers, country: "" });
    await createVisitor(flows, address(3)).submit(slug, validAnswers);
    // Today in every time zone.
    const [dateFrom = "", dateTo = ""] = [-1, 1].map((days) =>
      new Date(Date.now() + days * dayMs).toISOString().slice(0, 10),
    );
    const visits = await tenant.rpc.getFlowVisits({ slug, dateFrom, dateTo });
    const path = `/v1/public/flows/${slug}/visits?dateFrom=${dateFrom}&dateTo=${dateTo}`;
    const { body } = await send<Visits>(tenant, "GET", path);
    expect(body.totals).toEqual({ visits: 3, uniqueVisits: 3, registrations: 1, refusedTries: 1 });
    expect(visits).toMatchObject(body);
    expect(visits.days).toHaveLength(3);
    const standing = visits.stops.filter(({ visitors }) => visitors > 0);
    expect(standing.map(({ place, question }) => [place, question])).toEqual([
      ["opened", ""],
      ["question", "country"],
      ["registered", ""],
    ]);
  });

  test("refuses days that do not exist, a range that ends before it begins, and one that is too long, by the names of its arguments", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    for (const [given, detail] of [
      [{ dateFrom: "2026-02-30" }, "date_from: 2026-02-30 is no day"],
      [{ dateTo: "yesterday" }, "date_to"],
      [{ dateFrom: "2026-03-02", dateTo: "2026-03-01" }, "date_from: 2026-03-02 is after date_to"],
      [{ dateFrom: "2024-01-01", dateTo: "2026-03-01" }, "date_from: the range has 791 days"],
    ] as const) {
      const refusal = { code: "invalid_argument", detail: expect.stringContaining(detail) as string };
      await expect(tenant.rpc.getFlowVisits({ slug, ...given })).rejects.toMatchObject(refusal);
    }
    const overRest = await send(tenant, "GET", `/v1/public/flows/${slug}/visits?dateFrom=2026-03-02&dateTo=2026-03-01`);
    expect(overRest.body).toMatchObject({ detail: expect.stringContaining("dateFrom: 2026-03-02 is after dateTo") });
  });

  test("does not find a flow of another business", async () => {
    const slug = await createActiveFlow(flows.newTenant());
    const call = flows.newTenant().rpc.getFlowVisits({ slug });
    await expect(call).rejects.toMatchObject({ code: "flow_not_found" });
  });
});
