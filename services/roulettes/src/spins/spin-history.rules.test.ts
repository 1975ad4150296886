import { expect, test } from "vitest";
import type { Prize } from "../prizes/prizes.rules.js";
import { hasEnded, sumUpSpins } from "./spin-history.rules.js";
import type { Spin } from "./spins.rules.js";

const day = (count: number) => new Date(Date.UTC(2026, 0, count));
const spin = (given: Partial<Spin> = {}) => ({ _id: "spn_1", result: "won", createdAt: day(1), ...given }) as Spin;
const prize = (given: Partial<Prize>) => ({ _id: "prz_1", claimedAt: null, expiredAt: null, ...given }) as Prize;

test.each([
  ["lost and old", spin({ result: "lost" }), undefined, true],
  ["lost and young", spin({ result: "lost", createdAt: day(5) }), undefined, false],
  ["prize can still be claimed", spin(), prize({ status: "won" }), false],
  ["prize was claimed long ago", spin(), prize({ status: "claimed", claimedAt: day(2) }), true],
  ["prize was claimed yesterday", spin(), prize({ status: "claimed", claimedAt: day(5) }), false],
  ["prize has expired", spin(), prize({ status: "expired", expiredAt: day(3) }), true],
  ["prize is missing", spin(), undefined, false],
])("whether a spin has ended: %s", (_name, given, ofSpin, expected) => {
  expect(hasEnded(given, ofSpin, day(4))).toBe(expected);
});

test("sums per roulette and player are those of the spins", () => {
  const spins = [
    spin({ rouletteId: "r", userId: "b", number: 4 }),
    spin({ rouletteId: "r", userId: "a", number: 9, result: "lost" }),
    spin({ rouletteId: "r", userId: "b", number: 2 }),
  ];
  expect(sumUpSpins(spins)).toEqual({
    ofRoulettes: [{ _id: "r", spins: 3, last: 9 }],
    ofPlayers: [
      { _id: "r|a", rouletteId: "r", userId: "a", spins: 1, wins: 0 },
      { _id: "r|b", rouletteId: "r", userId: "b", spins: 2, wins: 2 },
    ],
  });
});
