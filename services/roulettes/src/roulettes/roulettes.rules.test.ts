import { describe, expect, test } from "vitest";
import type { MessageInitShape } from "@bufbuild/protobuf";
import type { RouletteRequestSchema } from "@tenant-ops/proto/roulettes";
import { officialCatalogue } from "../gifts/gift-types.rules.js";
import type { Item } from "../gifts/items.rules.js";
import { planRoulette, reviewRoulette } from "./roulettes.rules.js";
import { giftRequest, rouletteRequest, storedItem, premium, requestGiftType } from "../testing.js";

type Given = MessageInitShape<typeof RouletteRequestSchema>;

function plan(given: Given = {}, items: Item[] = []) {
  const byId = new Map(items.map((item) => [item._id, item]));
  return planRoulette(rouletteRequest(given), { catalogue: officialCatalogue, items: byId, country: "MX" });
}

function warnings(given: Given = {}, items: Item[] = []): string[] {
  const request = rouletteRequest({ isActive: false, ...given });
  const byId = new Map(items.map((item) => [item._id, item]));
  const planned = planRoulette(request, { catalogue: officialCatalogue, items: byId, country: "MX" });
  return reviewRoulette(planned, request, byId).warnings;
}

const lose = giftRequest("Perder");

describe("planning a roulette", () => {
  test("copies the request and adds the country of the business", () => {
    expect(plan({ name: " Verano ", maxWins: 3 })).toMatchObject({
      name: "Verano",
      maxWins: 3,
      country: "MX",
      timeUnit: "hours",
      timeToExpire: 24,
      typeOfRoulette: { id: 1, name: "standard" },
      prizesExpire: false,
    });
    expect(plan(premium)).toMatchObject({ typeOfRoulette: { id: 2, name: "premium" }, prizesExpire: true });
  });

  test("leaves absent fields of a gift absent", () => {
    expect(plan().gifts[0]).toEqual({
      value: "Points",
      message: "You got Points",
      probability: 1,
      typeOfGift: { _id: requestGiftType("Points").id, name: "Points" },
      guaranteedForFirstTimers: false,
      winInterval: 0,
    });
  });

  test("distinguishes a quantity of 0 from no quantity", () => {
    const { gifts } = plan({ gifts: [giftRequest("Points", { quantity: 0 }), giftRequest("Points"), lose] });
    expect(gifts.map(({ quantity }) => quantity)).toEqual([0, undefined, undefined]);
  });

  test.each([
    ["an unknown id", { id: "gty_invented", name: "Points" }, "there is no such _id"],
    ["the id of an item", { id: "itm_1", name: "Fisico" }, "the _id of a roulette item goes into item_id"],
    [
      "another type's name",
      { id: requestGiftType("Points").id, name: "Perder" },
      "the name does not belong to this _id",
    ],
    [
      "a name in other letters",
      { id: requestGiftType("Points").id, name: "points" },
      "the name does not belong to this _id",
    ],
  ])("refuses %s as a gift type and names the place and the resource", (_, typeOfGift, sentence) => {
    const refusal = () => plan({ gifts: [lose, giftRequest("Points", { typeOfGift })] });
    expect(refusal).toThrow(sentence);
    expect(refusal).toThrow("gifts[1].typeOfGift");
    expect(refusal).toThrow("service://roulettes/schema/gifts");
  });

  test.each([
    ["a way back to itself", ["b", "a", undefined], "gifts[0] → gifts[1] → gifts[0]"],
    ["a circle that is entered from outside", ["b", "c", "b"], "gifts[1] → gifts[2] → gifts[1]"],
  ])("refuses %s and shows the circle", (_, fallbacks, circle) => {
    const gifts = ["a", "b", "c"].map((value, index) => {
      const fallback = fallbacks[index];
      return giftRequest("Points", { value, ...(fallback && { fallback }) });
    });
    expect(() => plan({ gifts: [...gifts, lose] })).toThrow(circle);
  });

  test("accepts a long chain of fallbacks without a circle", () => {
    const gifts = ["a", "b", "c"].map((value, index, all) =>
      giftRequest("Points", { value, fallback: all[index + 1] ?? "Perder" }),
    );
    expect(plan({ gifts: [...gifts, lose] }).gifts.map(({ fallback }) => fallback)).toEqual([
      "b",
      "c",
      "Perder",
      undefined,
    ]);
  });

  test("accepts gifts with the same value when no fallback names it", () => {
    const gifts = [giftRequest("Points"), lose, lose];
    expect(plan({ gifts }).gifts).toHaveLength(3);
    expect(() => plan({ gifts: [giftRequest("Points", { fallback: "Perder" }), lose, lose] })).toThrow(
      "2 gifts have this value",
    );
  });
});

describe("the review of a roulette warns of", () => {
  const item = storedItem({ availableStock: 3 });
  const prize = { itemId: item._id };

  test("nothing when everything is in order", () => {
    expect(warnings({ gifts: [giftRequest("Fisico", { ...prize, quantity: 3 }), lose] }, [item])).toEqual([]);
  });

  test("more units than are in stock, summed over all gifts of the item", () => {
    const gifts = [
      giftRequest("Fisico", { ...prize, quantity: 2 }),
      giftRequest("Fisico", { ...prize, quantity: 2 }),
      lose,
    ];
    expect(warnings({ gifts }, [item])).toEqual([expect.stringMatching(/^4 units .* only 3 are in stock/)]);
  });

  test.each<[string, Given, string]>([
    ["a prize without an item", { gifts: [giftRequest("Fisico"), lose] }, "names no item"],
    ["a gift that has no units", { gifts: [giftRequest("Points", { quantity: 0 }), lose] }, "can never be won"],
    [
      "a gift without a chance",
      { gifts: [giftRequest("Points", { probability: 0 }), lose] },
      "comes up only as a fallback",
    ],
    [
      "a gift without a chance for first-timers",
      { gifts: [giftRequest("Points", { probability: 0, guaranteedForFirstTimers: true }), lose] },
      "on a user's first spin",
    ],
    ["limits on a Perder", { gifts: [giftRequest("Perder", { quantity: 5 })] }, "no effect on a Perder"],
    [
      "a Perder for first-timers",
      { gifts: [giftRequest("Perder", { guaranteedForFirstTimers: true })] },
      "can be drawn to this",
    ],
    ["an expiry that the type does not support", { timeToExpire: 48 }, "do not support expiry"],
    ["a unit that the type does not support", { timeUnit: "days" }, "do not support expiry"],
    ["being active at once", { isActive: true }, "as soon as it is created"],
  ])("%s", (_, given, sentence) => {
    expect(warnings(given)).toEqual([expect.stringContaining(sentence)]);
  });

  test("an item whose stock is not tracked", () => {
    const untracked = storedItem({ trackStock: false });
    const gifts = [giftRequest("Fisico", { itemId: untracked._id }), lose];
    expect(warnings({ gifts }, [untracked])).toEqual([expect.stringContaining("not tracked")]);
  });

  test("nothing about expiry when the type supports it", () => {
    expect(warnings({ ...premium, timeToExpire: 48 })).toEqual([]);
  });
});

test("a refusal says what is wrong with all gifts and all texts, and lists the valid types once", () => {
  const unknown = giftRequest("Points", { typeOfGift: { name: "Points", id: "none" } });
  const refusal = () =>
    plan({ name: " ", gifts: [lose, unknown, unknown, giftRequest("Fisico", { fallback: "Nobody", quantity: 0 })] });
  expect(refusal).toThrow(
    /name: is blank\. gifts\[1\]\.typeOfGift: .* gifts\[2\]\.typeOfGift: .* gifts\[3\]\.quantity: .* gifts\[3\]\.fallback: /,
  );
  expect(refusal).not.toThrow(/Valid are.*Valid are/);
});
