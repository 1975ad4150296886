import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toIntegerWeights, createReplayableRandom, toPercents, createIndexDraw } from "./draw.rules.js";
import { createSeededRandom } from "../testing.js";

describe("weights as whole numbers", () => {
  test.each([
    { weights: [0.1, 0.2, 0.7], whole: [1n, 2n, 7n] },
    { weights: [33.33, 66.67], whole: [3333n, 6667n] },
    { weights: [5, 25, 70], whole: [5n, 25n, 70n] },
    { weights: [0, 0.25, 2], whole: [0n, 25n, 200n] },
    { weights: [1e-7, 1], whole: [1n, 10_000_000n] },
  ])("$weights stay in exactly the same proportion", ({ weights, whole }) => {
    expect(toIntegerWeights(weights)).toEqual(whole);
  });

  test("no weight is lost or enlarged by rounding, however different they are", () => {
    const [tiny = 0n, huge = 0n] = toIntegerWeights([5e-324, 1.7e308]);
    expect(tiny).toBe(5n);
    expect(huge).toBe(17n * 10n ** 631n);
  });
});

describe("chances", () => {
  test("are shares in percent with two decimals", () => {
    expect(toPercents(toIntegerWeights([1, 1, 1]))).toEqual([33.33, 33.33, 33.33]);
    expect(toPercents(toIntegerWeights([5, 25, 70]))).toEqual([5, 25, 70]);
    expect(toPercents(toIntegerWeights([0, 3]))).toEqual([0, 100]);
  });

  test("are above 0 for whatever can be drawn, and below 100 for what is not the only one", () => {
    expect(toPercents(toIntegerWeights([0.001, 99.999]))).toEqual([0.01, 99.99]);
    expect(toPercents(toIntegerWeights([1, 1e9, 0]))).toEqual([0.01, 99.99, 0]);
  });

  test("never differ from the weights by more than a hundredth", () => {
    const weight = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fc.array(weight, { minLength: 1, maxLength: 20 }), (weights) => {
        const total = weights.reduce((sum, one) => sum + one, 0);
        fc.pre(total > 1e-6);
        toPercents(toIntegerWeights(weights)).forEach((share, index) => {
          expect(Math.abs(share - ((weights[index] ?? 0) / total) * 100)).toBeLessThanOrEqual(0.0101);
        });
      }),
    );
  });
});

describe("the draw", () => {
  test.each([
    { weights: [5, 25, 70], critical: 13.82 },
    { weights: [0.1, 0.2, 0.3, 0.4], critical: 16.27 },
    { weights: [1, 1, 1, 1, 1, 1, 1], critical: 22.46 },
    { weights: [33.3, 33.3, 33.4, 0.05], critical: 16.27 },
  ])(
    "100,000 draws fit the published weights $weights (χ², 0.1 % level)",
    { timeout: 30_000 },
    ({ weights, critical }) => {
      const draws = 100_000;
      const random = createSeededRandom(20_260_701);
      const draw = createIndexDraw(weights);
      const counts = weights.map(() => 0);
      for (let n = 0; n < draws; n += 1) {
        const drawn = draw(random);
        counts[drawn] = (counts[drawn] ?? 0) + 1;
      }
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const chiSquare = weights.reduce((sum, weight, index) => {
        const expected = (weight / total) * draws;
        return sum + ((counts[index] ?? 0) - expected) ** 2 / expected;
      }, 0);
      expect(chiSquare).toBeLessThan(critical);
    },
  );

  test("never draws a gift of weight 0", () => {
    const random = createSeededRandom(7);
    for (let n = 0; n < 1000; n += 1) expect(createIndexDraw([0, 1, 0])(random)).toBe(1);
  });

  test("draws every index when every weight is 0", () => {
    const random = createSeededRandom(7);
    expect(new Set(Array.from({ length: 200 }, () => createIndexDraw([0, 0, 0])(random)))).toEqual(new Set([0, 1, 2]));
  });

  test("draws again when a number is above the total, so that the first gifts are not favoured", () => {
    // Three gifts need two bits: 3 is one number too many and is drawn again.
    const bytes = [3, 3, 255, 2];
    const random = () => Uint8Array.of(bytes.shift() ?? 0);
    expect(createIndexDraw([1, 1, 1])(random)).toBe(2);
    expect(bytes).toEqual([]);
  });
});

test("a replayable random source gives a repeated transaction the same bytes", () => {
  const random = createReplayableRandom(createSeededRandom(1));
  const first = random.fromStart();
  const drawn = [first(2), first(8)];
  const again = random.fromStart();
  expect([again(2), again(8)]).toEqual(drawn);
  expect(again(4)).toHaveLength(4);
});
