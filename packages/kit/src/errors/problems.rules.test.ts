import { describe, expect, test } from "vitest";
import { checkAll, checkEach, problemsMax } from "./problems.js";
import { invalid, rateLimited, Refusal, refused, toErrorBody } from "./refusal.js";

function readRefusal(run: () => unknown): Refusal {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("checkAll", () => {
  test("gives the results of all parts", () => {
    expect(checkAll({ one: () => 1, two: () => "2" })).toEqual({ one: 1, two: "2" });
  });

  test("describes the problems of all parts, with the code of the first", () => {
    const refusal = readRefusal(() =>
      checkAll({
        currency: () => {
          throw refused("unknown_currency", "currency: must be an ISO 4217 code.");
        },
        good: () => 1,
        name: () => {
          throw invalid("name", "is blank", "blank");
        },
      }),
    );
    expect([refusal.code, refusal.detail]).toEqual([
      "unknown_currency",
      "currency: must be an ISO 4217 code. name: is blank.",
    ]);
    expect(refusal.problems).toEqual([{ rule: "unknown_currency" }, { rule: "blank", field: "name" }]);
  });

  test("passes another error on at once", () => {
    let computed = false;
    const run = () =>
      checkAll({
        broken: () => {
          throw new TypeError("ours");
        },
        later: () => (computed = true),
      });
    expect(run).toThrow(TypeError);
    expect(computed).toBe(false);
  });
});

test("checkEach says a sentence that several entries share once, and stops after 20 problems", () => {
  let checked = 0;
  const refusal = readRefusal(() =>
    checkEach(Array.from({ length: 1000 }), (_, index) => {
      checked += 1;
      throw invalid(`gifts[${index}]`, "is unknown. Valid are a and b.");
    }),
  );
  expect(refusal.detail.match(/Valid are a and b\./g)).toHaveLength(1);
  expect(refusal.detail).toContain("gifts[19]: is unknown.");
  expect(checked).toBe(problemsMax);
});

describe("a detail", () => {
  test("has at most 4,096 bytes, and no half character at its end", () => {
    for (const text of ["x".repeat(10_000), "é".repeat(10_000), "🎁".repeat(10_000), `x${"🎁".repeat(10_000)}`]) {
      const { detail } = new Refusal("invalid_argument", text);
      expect(Buffer.byteLength(detail)).toBeLessThanOrEqual(4096);
      expect(detail).toMatch(/[x🎁é]…$/u);
    }
    expect(new Refusal("invalid_argument", "é".repeat(2048)).detail).toBe("é".repeat(2048));
  });

  test("of too many requests names the seconds", () => {
    expect(rateLimited("Too many requests.", 6.2).detail).toBe("Too many requests. Try again in 7 seconds.");
    expect(rateLimited("Too many requests.", 1).detail).toBe("Too many requests. Try again in 1 second.");
  });
});

test("a refusal carries the values of its sentence, and one that says everything with its code carries none", () => {
  const values = { held: 12, requested: 50 };
  expect(toErrorBody(refused("insufficient_stock", "The center holds 12.", values, "quantity"), "req_1")).toEqual({
    error: "insufficient_stock",
    detail: "The center holds 12.",
    problems: [{ rule: "insufficient_stock", field: "quantity", values }],
    request_id: "req_1",
  });
  expect(toErrorBody(refused("roulette_inactive", "It is off."), "req_1")).not.toHaveProperty("problems");
});
