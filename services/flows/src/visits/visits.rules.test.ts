import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  listDimensionCounts,
  listFlowCounts,
  type PageVisit,
  planVisit,
  sumIncrementsByFlow,
  type Visitor,
  type VisitPlan,
} from "./visits.rules.js";
import { computeVisitorId } from "./daily-secrets.js";
import { identities } from "./sources.rules.js";

describe("a visitor id", () => {
  const visitor = { businessId: "biz_1", slug: "verano", address: "203.0.113.7", userAgent: "Mozilla/5.0" };
  const secret = Buffer.alloc(32, 1).toString("base64url");

  test("is the same all day, and differs for another visitor, flow or day", () => {
    const own = computeVisitorId(secret, visitor);
    expect(computeVisitorId(secret, { ...visitor })).toBe(own);
    const others = [
      computeVisitorId(Buffer.alloc(32, 2).toString("base64url"), visitor),
      ...Object.keys(visitor).map((part) => computeVisitorId(secret, { ...visitor, [part]: "other" })),
      // The parts are separated: moving text from one part to the next gives another id.
      computeVisitorId(secret, { ...visitor, slug: "verano|203.0.113.7", address: "" }),
    ];
    expect(new Set([own, ...others]).size).toBe(others.length + 1);
    expect(own).not.toContain("203");
  });
});

const now = new Date(1000);

/** Plans the visits one after another, as a batch does. */
function planVisits(visits: readonly PageVisit[]): VisitPlan[] {
  const visitors = new Map<string, Visitor>();
  return visits.map((visit) => {
    const planned = planVisit(visitors, visit, now);
    for (const changed of [planned.after, planned.browser]) if (changed) visitors.set(changed._id, changed);
    return { visit, ...planned };
  });
}

function sumUp(plans: readonly VisitPlan[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { counts } of plans.flatMap((plan) => listFlowCounts(plan, now)))
    for (const [name, by] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + by;
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

test("after any visits in any order completed ≤ unique ≤ total, and each visitor is counted at one place", () => {
  const visitArbitrary = fc.record({ browser: fc.nat(3), person: fc.nat(4), kind: fc.constantFrom(...kinds) });
  fc.assert(
    fc.property(fc.array(visitArbitrary, { maxLength: 60 }), (visits) => {
      const plans = planVisits(
        visits.map(({ browser, person, kind }) => pageVisit(`vis_${browser}`, kind, `per_${person}`)),
      );
      for (let end = 1; end <= plans.length; end += 1) {
        const { visits = 0, uniqueVisits = 0, registrations = 0, ...others } = sumUp(plans.slice(0, end));
        const completed = plans
          .slice(0, end)
          .filter(({ visit }) => visit.completion ?? visit.registration?.state === "completed");
        expect(registrations + (others["uncounted_repeated"] ?? 0)).toBe(completed.length);
        expect(registrations).toBeLessThanOrEqual(uniqueVisits);
        expect(uniqueVisits).toBeLessThanOrEqual(visits);
        const stops = Object.entries(others).filter(([name]) => name.startsWith("stop_"));
        expect(stops.every(([, count]) => count > 0)).toBe(true);
        expect(stops.reduce((sum, [, count]) => sum + count, 0)).toBe(uniqueVisits);
        expect(others["stop_registered"] ?? 0).toBe(registrations);
      }
    }),
  );
});

test("by their identities, visitors and registrations add up to those of the flow, and there are never more registrations than visitors", () => {
  const visitArbitrary = fc.record({
    browser: fc.nat(3),
    person: fc.nat(4),
    kind: fc.constantFrom(...kinds),
    identity: fc.constantFrom(...identities),
    campaign: fc.constantFrom("summer", "winter"),
  });
  fc.assert(
    fc.property(fc.array(visitArbitrary, { maxLength: 60 }), (visits) => {
      const visitors = new Map<string, Visitor>();
      const sums = new Map<string, Record<string, number>>();
      const plans = visits.map(({ browser, person, kind, identity, campaign }) => {
        const visit = { ...pageVisit(`vis_${browser}`, kind, `per_${person}`), identity };
        const plan = { visit, ...planVisit(visitors, visit, now) };
        const isCounted = sumIncrementsByFlow([plan]).size > 0;
        for (const { values, counts } of listDimensionCounts(plan, isCounted ? campaign : undefined, now)) {
          const sum = sums.get(JSON.stringify(values)) ?? {};
          sums.set(JSON.stringify(values), sum);
          for (const [name, by] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + by;
        }
        for (const changed of [plan.after, plan.browser])
          if (changed) visitors.set(changed._id, { ...(isCounted && { campaign }), ...changed });
        return plan;
      });
      const total = (name: string) => [...sums.values()].reduce((all, sum) => all + (sum[name] ?? 0), 0);
      const names = ["visits", "uniqueVisits", "registrations"] as const;
      const { visits: opened = 0, uniqueVisits = 0, registrations = 0 } = sumUp(plans);
      expect(names.map(total)).toEqual([opened, uniqueVisits, registrations]);
      for (const identity of identities) {
        const own = [...sums].filter(([values]) => (JSON.parse(values) as { identity: string }).identity === identity);
        const sum = (name: string) => own.reduce((all, [, counts]) => all + (counts[name] ?? 0), 0);
        expect(sum("registrations")).toBeLessThanOrEqual(sum("uniqueVisits"));
      }
      expect([...sums.values()].every(({ uniqueVisits: count = 0 }) => count >= 0)).toBe(true);
    }),
  );
});

test("the registration of a bot is counted beside the others", () => {
  const { visitor: _, personId: _person, ...visit } = pageVisit("vis_1", "registered");
  const plans = planVisits([visit]);
  expect(plans).toMatchObject([{ increments: { total: 0, unique: 0, completed: 0 } }]);
  expect(sumUp(plans)).toEqual({ uncounted_automatic: 1 });
});

test("a pending registration is a visit, and its completion is counted once per visitor", () => {
  const kindsOf = (...given: readonly Kind[]) => sumUp(planVisits(given.map((kind) => pageVisit("vis_1", kind))));
  expect(kindsOf("pending")).toEqual({ visits: 1, uniqueVisits: 1, stop_unfinished: 1 });
  const completed = { visits: 1, uniqueVisits: 1, registrations: 1, stop_registered: 1 };
  expect(kindsOf("pending", "completed")).toEqual(completed);
  expect(kindsOf("pending", "completed", "completed")).toEqual({ ...completed, uncounted_repeated: 1 });
});

test("a visitor stands at the question of the last refusal until they register, and every refusal is counted", () => {
  const kindsOf = (...given: readonly Kind[]) => sumUp(planVisits(given.map((kind) => pageVisit("vis_1", kind))));
  const first = { visits: 1, uniqueVisits: 1, refusedTries: 1, refused_q_phone: 1, refused_documents: 1 };
  expect(kindsOf("opened", "refused")).toEqual({ ...first, stop_q_phone: 1 });
  const second = { ...first, visits: 2, refusedTries: 2, refused_q_email: 1 };
  expect(kindsOf("opened", "refused", "refusedElsewhere", "opened")).toEqual({ ...second, stop_q_email: 1 });
  const end = { ...first, registrations: 1, stop_registered: 1 };
  expect(kindsOf("opened", "refused", "registered")).toEqual(end);
  expect(kindsOf("opened", "proved")).toEqual({ visits: 1, uniqueVisits: 1, stop_proved: 1 });
  const unproven = { visits: 1, uniqueVisits: 1, refusedTries: 2, refused_proof: 2 };
  expect(kindsOf("opened", "unproven", "unproven")).toEqual({ ...unproven, stop_proof: 1 });
  expect(kindsOf("opened", "unproven", "unproven", "proved")).toEqual({ ...unproven, stop_proved: 1 });
});

const kinds = [
  "opened",
  "unproven",
  "proved",
  "refused",
  "refusedElsewhere",
  "registered",
  "pending",
  "completed",
] as const;
type Kind = (typeof kinds)[number];

function pageVisit(visitorId: string, kind: Kind, personId = "per_1"): PageVisit {
  const redirect = { type: "url", targetId: "", url: "https://example.com/" } as const;
  const utm = { source: "", medium: "", campaign: "", content: "" };
  const state = kind === "pending" ? ("pending" as const) : ("completed" as const);
  const registration = { flowId: "flw_1", slug: "verano", answers: {}, words: [], redirect, utm, state };
  const completion = { registrationId: "reg_1", event: "bank_approved" as const };
  const visitor = { id: visitorId, expiresAt: new Date(0) };
  const visit = { flowId: "flw_1", visitor };
  if (kind === "opened") return visit;
  if (kind === "proved") return { ...visit, isProven: true };
  if (kind === "unproven") return { ...visit, refusedAt: ["proof"] };
  if (kind === "refused") return { ...visit, refusedAt: ["q_phone", "documents"] };
  if (kind === "refusedElsewhere") return { ...visit, refusedAt: ["q_email"] };
  return kind === "completed"
    ? { ...visit, visitor: { ...visitor, id: personId }, completion }
    : { ...visit, personId, registration };
}
