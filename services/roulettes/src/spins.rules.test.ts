import { describe, expect, test } from "vitest";
import type { Random } from "./draw.rules.js";
import type { Gift } from "./gifts.rules.js";
import type { Item } from "./items.store.js";
import type { Roulette } from "./roulettes.store.js";
import { decideSpin } from "./spins.rules.js";
import { aStoredGift, aStoredItem, aStoredRoulette, seeded } from "./testing.js";

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
    roulette: aStoredRoulette({ ...(gifts && { gifts }), ...roulette }),
    player,
    items: new Map(items.map((item) => [item._id, item])),
  };
  return decideSpin(found, random);
}

const lose = aStoredGift("Perder");
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

  test("an inactive roulette says so even to a user who has won everything", () => {
    expect(() => decide({ roulette: { isActive: false }, player: { spins: 1, wins: 1 } }, noDraw)).toThrow(
      "not active",
    );
  });
});

describe("what a spin gives", () => {
  test("the drawn gift, if it is there", () => {
    expect(decide({ roulette: { totalSpins: 41 } })).toEqual({ number: 42, drawnIndex: 0, giftIndex: 0, isWin: true });
  });

  test("nothing, if a Perder was drawn", () => {
    expect(decide({ gifts: [lose, aStoredGift("Points")] })).toMatchObject({ giftIndex: 0, isWin: false });
  });

  test.each([
    { name: "its quantity is used up", gift: { quantity: 0 } },
    { name: "its item has no stock", gift: { itemId: "itm_empty", quantity: 5 } },
    { name: "its item is not enabled in rewards", gift: { itemId: "itm_disabled", quantity: 5 } },
    { name: "its winInterval is not over", gift: { winInterval: 3, lastWonSpin: 8 } },
  ])("a Perder, if the gift is not there because $name", ({ gift }) => {
    const items = [
      aStoredItem({ _id: "itm_empty", availableStock: 0 }),
      aStoredItem({ _id: "itm_disabled", enabledInRewards: false }),
    ];
    const decision = decide({ gifts: [aStoredGift("Fisico", gift), lose], items, roulette: { totalSpins: 10 } });
    expect(decision).toMatchObject({ drawnIndex: 0, giftIndex: 1, isWin: false });
  });

  test("a gift again as soon as winInterval spins lie between two wins of it", () => {
    const gifts = [aStoredGift("Points", { winInterval: 3, lastWonSpin: 8 }), lose];
    // Won by spin 8; 9, 10 and 11 lie between, 12 may win.
    const wins = [8, 9, 10, 11].map((totalSpins) => decide({ gifts, roulette: { totalSpins } }).isWin);
    expect(wins).toEqual([false, false, false, true]);
  });

  test("the fallback of a gift that is not there, and the fallback's fallback", () => {
    const gifts = [
      aStoredGift("Fisico", { quantity: 0, fallback: "second" }),
      lose,
      aStoredGift("Porcentaje", { value: "second", quantity: 0, fallback: "third" }),
      aStoredGift("Points", { value: "third" }),
    ];
    expect(decide({ gifts })).toMatchObject({ drawnIndex: 0, giftIndex: 3, isWin: true });
  });

  test("a Perder at the end of a way of fallbacks that are all used up", () => {
    const gifts = [
      aStoredGift("Points", { quantity: 0, fallback: "second" }),
      aStoredGift("Points", { value: "second", quantity: 0 }),
      lose,
    ];
    expect(decide({ gifts })).toMatchObject({ drawnIndex: 0, giftIndex: 2, isWin: false });
  });

  test("a Perder however its quantity or winInterval stand", () => {
    const gifts = [aStoredGift("Perder", { quantity: 0, winInterval: 9, lastWonSpin: 1 })];
    expect(decide({ gifts })).toMatchObject({ giftIndex: 0, isWin: false });
  });

  test("used-up gifts do not change the chances of the others", () => {
    const gifts = [
      aStoredGift("Points", { probability: 90, quantity: 0 }),
      aStoredGift("Porcentaje", { probability: 5 }),
      aStoredGift("Perder", { probability: 5 }),
    ];
    const random = seeded(99);
    const wins = Array.from({ length: 4000 }, () => decide({ gifts }, random)).filter(({ isWin }) => isWin).length;
    // 5 % of 4,000 is 200; rescaled to what is left it would be 2,000.
    expect(wins).toBeGreaterThan(140);
    expect(wins).toBeLessThan(260);
  });
});

describe("a user's first spin", () => {
  const first = { spins: 0, wins: 0 };
  const flagged = { guaranteedForFirstTimers: true };

  test("is drawn among the flagged gifts only, one without a chance of its own included", () => {
    const gifts = [lose, aStoredGift("Points", { ...flagged, probability: 0 })];
    expect(decide({ gifts, player: first })).toMatchObject({ drawnIndex: 1, giftIndex: 1, isWin: true });
    expect(decide({ gifts, player: returning })).toMatchObject({ giftIndex: 0, isWin: false });
  });

  test("keeps the proportion among several flagged gifts", () => {
    const gifts = [
      lose,
      aStoredGift("Points", { ...flagged, probability: 1 }),
      aStoredGift("Porcentaje", { ...flagged, probability: 3 }),
    ];
    const random = seeded(5);
    const drawn = Array.from({ length: 2000 }, () => decide({ gifts, player: first }, random).giftIndex);
    expect(drawn).not.toContain(0);
    expect(drawn.filter((index) => index === 2).length / drawn.length).toBeCloseTo(0.75, 1);
  });

  test("passes over flagged gifts that are not there, and is an ordinary spin when none is", () => {
    const gone = aStoredGift("Points", { ...flagged, quantity: 0 });
    expect(decide({ gifts: [lose, gone, aStoredGift("Porcentaje", flagged)], player: first }).giftIndex).toBe(2);
    expect(decide({ gifts: [lose, gone], player: first }).giftIndex).toBe(0);
  });
});
