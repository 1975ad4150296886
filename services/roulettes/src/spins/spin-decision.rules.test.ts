import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Random } from "./draw.rules.js";
import type { Gift } from "../gifts/gifts.rules.js";
import type { Item } from "../gifts/items.rules.js";
import type { Roulette } from "../roulettes/roulettes.rules.js";
import { calculateChances, decideSpin } from "./spin-decision.rules.js";
import { storedGift, storedItem, storedRoulette, createSeededRandom } from "../testing.js";

interface Given {
  gifts?: Gift[];
  roulette?: Partial<Roulette>;
  player?: { spins: number; wins: number };
  items?: Item[];
}

/** Zeros draw the first gift that has a chance. */
const drawsFirst: Random = (size) => new Uint8Array(size);
const returning = { spins: 1, wins: 0 };

function decide({ gifts, roulette = {}, player = returning, items = [] }: Given, random: Random = drawsFirst) {
  const found = {
    roulette: storedRoulette({ ...(gifts && { gifts }), ...roulette }),
    player,
    items: new Map(items.map((item) => [item._id, item])),
  };
  return decideSpin(found, random);
}

const lose = storedGift("Perder");
const noDraw: Random = () => {
  throw new Error("nothing may be drawn");
};

describe("whether a spin may happen", () => {
  test("an inactive roulette is refused before anything is drawn", () => {
    expect(() => decide({ roulette: { isActive: false } }, noDraw)).toThrow("not active");
  });

  test("a user with max_wins prizes is refused before anything is drawn", () => {
    const given = { roulette: { maxWins: 2 }, player: { spins: 9, wins: 2 } };
    expect(() => decide(given, noDraw)).toThrow("won 2 of at most 2");
  });

  test("an inactive roulette is refused before max_wins is checked", () => {
    expect(() => decide({ roulette: { isActive: false }, player: { spins: 1, wins: 1 } }, noDraw)).toThrow(
      "not active",
    );
  });
});

describe("a spin gives", () => {
  test("the drawn gift when it is available", () => {
    expect(decide({ roulette: { totalSpins: 41 } })).toEqual({ number: 42, drawnIndex: 0, giftIndex: 0, isWin: true });
  });

  test("no prize when a Perder was drawn", () => {
    expect(decide({ gifts: [lose, storedGift("Points")] })).toMatchObject({ giftIndex: 0, isWin: false });
  });

  test.each([
    { name: "its quantity is used up", gift: { quantity: 0 } },
    { name: "its item has no stock", gift: { itemId: "itm_empty", quantity: 5 } },
    { name: "its item is not enabled in rewards", gift: { itemId: "itm_disabled", quantity: 5 } },
    { name: "its winInterval is not over", gift: { winInterval: 3, lastWonSpin: 8 } },
  ])("a Perder when the gift is not available: $name", ({ gift }) => {
    const items = [
      storedItem({ _id: "itm_empty", availableStock: 0 }),
      storedItem({ _id: "itm_disabled", enabledInRewards: false }),
    ];
    const decision = decide({ gifts: [storedGift("Fisico", gift), lose], items, roulette: { totalSpins: 10 } });
    expect(decision).toMatchObject({ drawnIndex: 0, giftIndex: 1, isWin: false });
  });

  test("a gift again after winInterval other spins", () => {
    const gifts = [storedGift("Points", { winInterval: 3, lastWonSpin: 8 }), lose];
    // Spin 8 won it; 9, 10 and 11 cannot, and 12 can.
    const wins = [8, 9, 10, 11].map((totalSpins) => decide({ gifts, roulette: { totalSpins } }).isWin);
    expect(wins).toEqual([false, false, false, true]);
  });

  test("the fallback of an unavailable gift, and the fallback's fallback", () => {
    const gifts = [
      storedGift("Fisico", { quantity: 0, fallback: "second" }),
      lose,
      storedGift("Porcentaje", { value: "second", quantity: 0, fallback: "third" }),
      storedGift("Points", { value: "third" }),
    ];
    expect(decide({ gifts })).toMatchObject({ drawnIndex: 0, giftIndex: 3, isWin: true });
  });

  test("a Perder when all gifts of the fallback chain are used up", () => {
    const gifts = [
      storedGift("Points", { quantity: 0, fallback: "second" }),
      storedGift("Points", { value: "second", quantity: 0 }),
      lose,
    ];
    expect(decide({ gifts })).toMatchObject({ drawnIndex: 0, giftIndex: 2, isWin: false });
  });

  test("a Perder whatever its quantity and winInterval are", () => {
    const gifts = [storedGift("Perder", { quantity: 0, winInterval: 9, lastWonSpin: 1 })];
    expect(decide({ gifts })).toMatchObject({ giftIndex: 0, isWin: false });
  });

  test("used-up gifts do not change the chances of the others", () => {
    const gifts = [
      storedGift("Points", { probability: 90, quantity: 0 }),
      storedGift("Porcentaje", { probability: 5 }),
      storedGift("Perder", { probability: 5 }),
    ];
    const random = createSeededRandom(99);
    const wins = Array.from({ length: 4000 }, () => decide({ gifts }, random)).filter(({ isWin }) => isWin).length;
    // 5 % of 4,000 is 200. Chances rescaled to the remaining gifts would give 2,000.
    expect(wins).toBeGreaterThan(140);
    expect(wins).toBeLessThan(260);
  });
});

describe("a user's first spin", () => {
  const first = { spins: 0, wins: 0 };
  const flagged = { guaranteedForFirstTimers: true };

  test("is drawn among the guaranteed gifts only, also those with probability 0", () => {
    const gifts = [lose, storedGift("Points", { ...flagged, probability: 0 })];
    expect(decide({ gifts, player: first })).toMatchObject({ drawnIndex: 1, giftIndex: 1, isWin: true });
    expect(decide({ gifts, player: returning })).toMatchObject({ giftIndex: 0, isWin: false });
  });

  test("keeps the proportions among several guaranteed gifts", () => {
    const gifts = [
      lose,
      storedGift("Points", { ...flagged, probability: 1 }),
      storedGift("Porcentaje", { ...flagged, probability: 3 }),
    ];
    const random = createSeededRandom(5);
    const drawn = Array.from({ length: 2000 }, () => decide({ gifts, player: first }, random).giftIndex);
    expect(drawn).not.toContain(0);
    expect(drawn.filter((index) => index === 2).length / drawn.length).toBeCloseTo(0.75, 1);
  });

  test("ignores unavailable guaranteed gifts, and is an ordinary spin when none is available", () => {
    const gone = storedGift("Points", { ...flagged, quantity: 0 });
    expect(decide({ gifts: [lose, gone, storedGift("Porcentaje", flagged)], player: first }).giftIndex).toBe(2);
    expect(decide({ gifts: [lose, gone], player: first }).giftIndex).toBe(0);
  });
});

describe("the chances on the page", () => {
  const giftOf = fc.record({
    probability: fc.nat(20),
    quantity: fc.nat(1),
    guaranteedForFirstTimers: fc.boolean(),
    fallbackIndex: fc.option(fc.nat(5), { nil: undefined }),
  });

  test("are those of the draw, with guaranteed gifts and fallbacks", () => {
    fc.assert(
      fc.property(fc.array(giftOf, { minLength: 1, maxLength: 6 }), fc.nat(1), (given, spins) => {
        const gifts = given.map(({ fallbackIndex, ...gift }, index) =>
          // Fallbacks name later gifts only, so there is no circle.
          storedGift("Points", {
            ...gift,
            value: `${index}`,
            ...((fallbackIndex ?? 0) > index && { fallback: `${fallbackIndex}` }),
          }),
        );
        const roulette = storedRoulette({ gifts: [...gifts, storedGift("Perder", { probability: 1, value: "lose" })] });
        const facts = { roulette, player: { spins, wins: 0 }, items: new Map<string, Item>() };
        const counts = countOutcomes(facts);
        const total = counts.reduce((sum, count) => sum + count, 0);
        const expected = counts.map((count) => Math.round((count / total) * 10_000) / 100);
        calculateChances(facts).forEach((chance, index) => expect(chance).toBeCloseTo(expected[index] ?? 0, 1));
      }),
    );
  });

  /** How often each gift comes up when every random number is drawn once. Weights up to 121 need one byte. */
  function countOutcomes(facts: Parameters<typeof decideSpin>[0]): number[] {
    const counts = facts.roulette.gifts.map(() => 0);
    for (let byte = 0; byte < 128; byte += 1) {
      // A number that would be drawn again is not an outcome, so the draw ends here.
      let draws = 0;
      const random: Random = () => {
        if (draws++ > 0) throw new RangeError("drawn again");
        return Uint8Array.of(byte);
      };
      try {
        const { giftIndex } = decideSpin(facts, random);
        counts[giftIndex] = (counts[giftIndex] ?? 0) + 1;
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
      }
    }
    return counts;
  }
});
