import { create, type JsonObject, toJson } from "@bufbuild/protobuf";
import { ProposeUpdateRouletteResponseSchema, RouletteChangePreviewSchema } from "@tenant-ops/proto/roulettes";
import {
  CountStockPreviewSchema,
  ProposeCountStockResponseSchema,
  ProposeReceiveStockResponseSchema,
} from "@tenant-ops/proto/supply";
import { describe, expect, test } from "vitest";
import { describeMaterial, requireAsPreviewed } from "./material.js";

const ofCount = (stockBefore: number) =>
  describeMaterial(ProposeCountStockResponseSchema, () => ({ preview: { stockBefore, stockAfter: 50 } }));

/** A roulette as the preview of a change shows it. */
const roulette = (given: object = {}, ofGift: object = {}) => ({
  name: "Verano",
  isActive: false,
  maxWins: 1,
  gifts: [{ value: "Gorra", probability: 1, chancePercent: 25, quantity: 4, ...ofGift }],
  ...given,
});
const ofRoulette = (before: object) =>
  describeMaterial(ProposeUpdateRouletteResponseSchema, () => {
    const reply = create(ProposeUpdateRouletteResponseSchema, { preview: { before } });
    return toJson(ProposeUpdateRouletteResponseSchema, reply, { alwaysEmitImplicit: true }) as JsonObject;
  }) ?? "";

describe("what a write replaces", () => {
  test("is a number as it is, and anything else in a few characters, as a token has to be copied", () => {
    expect(ofCount(48)).toBe("48");
    expect(ofCount(0)).toBe("0");
    expect(ofRoulette(roulette({ termsAndConditions: "x".repeat(20_000) }))).toMatch(/^~[\w-]{8}$/);
  });

  test("is not read from the answer of a tool whose preview shows nothing that is replaced", () => {
    const read = () => {
      throw new Error("was read");
    };
    expect(describeMaterial(ProposeReceiveStockResponseSchema, read)).toBeUndefined();
  });
});

describe("a write with a proposal", () => {
  test("is carried out while it replaces what the preview showed", () => {
    const material = ofRoulette(roulette());
    for (const check of [
      () => requireAsPreviewed({ material: "48" }, CountStockPreviewSchema, { stockBefore: 48 }),
      () => requireAsPreviewed({ material }, RouletteChangePreviewSchema, { before: roulette() }),
    ])
      expect(check).not.toThrow();
  });

  test("is refused with both numbers when it would replace another number", () => {
    expect(() => requireAsPreviewed({ material: "48" }, CountStockPreviewSchema, { stockBefore: 43 })).toThrow(
      expect.objectContaining({
        code: "preview_changed",
        detail: expect.stringContaining("stockBefore was 48 and is 43. Nothing was written."),
      }),
    );
  });

  test.each([
    { what: "a text", now: roulette({ name: "Otoño" }) },
    { what: "an option", now: roulette({ isActive: true }) },
    { what: "a part of a list", now: roulette({}, { probability: 2 }) },
  ])("is refused when $what has changed", ({ now }) => {
    expect(() =>
      requireAsPreviewed({ material: ofRoulette(roulette()) }, RouletteChangePreviewSchema, { before: now }),
    ).toThrow(expect.objectContaining({ code: "preview_changed", detail: expect.stringContaining("before") }));
  });

  test("is carried out when only something has changed that nobody decides about, such as the units left", () => {
    const now = roulette({}, { quantity: 3, chancePercent: 20 });
    const material = ofRoulette(roulette());
    expect(() => requireAsPreviewed({ material }, RouletteChangePreviewSchema, { before: now })).not.toThrow();
  });

  test("without a preview has nothing to compare", () => {
    expect(() => requireAsPreviewed({}, CountStockPreviewSchema, { stockBefore: 43 })).not.toThrow();
  });
});
