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
      // The parts are separated: moving text from one part to the next gives another id.
      computeVisitorId(secret, { ...visitor, slug: "verano|203.0.113.7", address: "" }),
    ];
    expect(new Set([own, ...others]).size).toBe(others.length + 1);
    expect(own).not.toContain("203");
  });
});

test("completed ≤ unique ≤ total after every visit, for any visits in any order", () => {
  const kind = fc.constantFrom(...kinds);
  const visitArbitrary = fc.record({ person: fc.nat(4), kind });
  fc.assert(
    fc.property(fc.array(visitArbitrary, { maxLength: 60 }), (visits) => {
      const states = new Map<number, VisitorState>();
      const sum = { total: 0, unique: 0, completed: 0 };
      for (const { person, kind } of visits) {
        const visit = pageVisit(`vis_${person}`, kind);
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
  const { visitor: _, ...visit } = pageVisit("vis_1", "registered");
  expect(toIncrements("unknown", visit)).toEqual({ total: 0, unique: 0, completed: 0 });
});

test("a pending registration is a visit, and its completion is counted once per visitor", () => {
  const pending = pageVisit("vis_1", "pending");
  expect(toIncrements("unknown", pending)).toEqual({ total: 1, unique: 1, completed: 0 });
  expect(stateAfter("unknown", pending)).toBe("visited");
  const completed = pageVisit("vis_1", "completed");
  expect(toIncrements("visited", completed)).toEqual({ total: 0, unique: 0, completed: 1 });
  expect(toIncrements(stateAfter("visited", completed), completed)).toEqual({ total: 0, unique: 0, completed: 0 });
});

const kinds = ["opened", "registered", "pending", "completed"] as const;

function pageVisit(visitorId: string, kind: (typeof kinds)[number]): PageVisit {
  const redirect = { type: "url", targetId: "", url: "https://example.com/" } as const;
  const utm = { source: "", medium: "", campaign: "", content: "" };
  const state = kind === "pending" ? ("pending" as const) : ("completed" as const);
  const registration = { flowId: "flw_1", slug: "verano", answers: {}, redirect, utm, state };
  const completion = { registrationId: "reg_1", event: "bank_approved" as const };
  const visitor = { id: visitorId, expiresAt: new Date(0) };
  const visit = { flowId: "flw_1", visitor };
  if (kind === "opened") return visit;
  return kind === "completed" ? { ...visit, completion } : { ...visit, registration };
}
