import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeVisitorId, stateAfter, toIncrements } from "./visits.rules.js";
import type { PageVisit, VisitorState } from "./visits.types.js";

describe("a visitor id", () => {
  const visitor = { businessId: "biz_1", slug: "verano", address: "203.0.113.7", userAgent: "Mozilla/5.0" };
  const secret = Buffer.alloc(32, 1).toString("base64url");

  test("is the same all day, and differs for another visitor, flow or day", () => {
    const own = computeVisitorId(secret, visitor);
    expect(computeVisitorId(secret, { ...visitor })).toBe(own);
    const others = [
      computeVisitorId(Buffer.alloc(32, 2).toString("base64url"), visitor),
      ...Object.keys(visitor).map((part) => computeVisitorId(secret, { ...visitor, [part]: "other" })),
      // Text cannot move from one part into the next.
      computeVisitorId(secret, { ...visitor, slug: "verano|203.0.113.7", address: "" }),
    ];
    expect(new Set([own, ...others]).size).toBe(others.length + 1);
    expect(own).not.toContain("203");
  });
});

test("completed ≤ unique ≤ total after every visit, for any visits in any order", () => {
  const visitArbitrary = fc.record({ person: fc.nat(4), isRegistration: fc.boolean() });
  fc.assert(
    fc.property(fc.array(visitArbitrary, { maxLength: 60 }), (visits) => {
      const states = new Map<number, VisitorState>();
      const sum = { total: 0, unique: 0, completed: 0 };
      for (const { person, isRegistration } of visits) {
        const visit = pageVisit(`vis_${person}`, isRegistration);
        const before = states.get(person) ?? "unknown";
        const count = toIncrements(before, visit);
        states.set(person, stateAfter(before, visit));
        sum.total += count.total;
        sum.unique += count.unique;
        sum.completed += count.completed;
        expect(sum.completed).toBeLessThanOrEqual(sum.unique);
        expect(sum.unique).toBeLessThanOrEqual(sum.total);
      }
      expect(sum.unique).toBe(states.size);
      expect(sum.completed).toBe([...states.values()].filter((state) => state === "completed").length);
    }),
  );
});

test("the visit of a bot adds nothing to the counters", () => {
  const { visitor: _, ...visit } = pageVisit("vis_1", true);
  expect(toIncrements("unknown", visit)).toEqual({ total: 0, unique: 0, completed: 0 });
});

function pageVisit(visitorId: string, isRegistration: boolean): PageVisit {
  const redirect = { type: "url", targetId: "", url: "https://example.com/" } as const;
  const utm = { source: "", medium: "", campaign: "", content: "" };
  const registration = { flowId: "flw_1", slug: "verano", answers: {}, redirect, utm };
  const visitor = { id: visitorId, expiresAt: new Date(0) };
  return { flowId: "flw_1", visitor, ...(isRegistration && { registration }) };
}
