import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calculateStop, layOutWheel } from "./wheel.rules.js";

const chances = fc.array(fc.nat(1000), { minLength: 1, maxLength: 100 }).filter((list) => list.some((one) => one > 0));

describe("the wheel", () => {
  test("is full, its fields are as wide as the chances, and neighbours have different colours", () => {
    fc.assert(
      fc.property(chances, (list) => {
        const slices = layOutWheel(list);
        const total = list.reduce((sum, chance) => sum + chance, 0);
        expect(slices.map(({ index }) => index)).toEqual(list.flatMap((chance, index) => (chance > 0 ? [index] : [])));
        for (const { index, sweep } of slices) expect(sweep).toBeCloseTo(((list[index] ?? 0) / total) * 360, 6);
        const colors = slices.map(({ color }) => color);
        if (colors.length < 2) return;
        colors.forEach((color, position) => expect(color).not.toBe(colors.at(position - 1)));
      }),
    );
  });

  test("stops with the pointer in the middle of the field of the gift", () => {
    fc.assert(
      fc.property(chances, (list) => {
        const slices = layOutWheel(list);
        for (const { index, start, sweep } of slices) {
          const atPointer = (360 - calculateStop(slices, index)) % 360;
          expect(atPointer).toBeCloseTo((start + sweep / 2) % 360, 6);
        }
      }),
    );
  });
});
