import type { PersonIdentifier } from "@tenant-ops/kit/data";
import { expect, test } from "vitest";
import { addNames, countNames, isAmbiguous, listIdentifiers } from "./names.rules.js";

const worker = (number: number): PersonIdentifier => ({ kind: "userId", value: `worker-${number}` });
const visitor = (number: number): PersonIdentifier => ({
  kind: "userId",
  value: `vis_${number.toString(16).padStart(32, "0")}`,
});
/** The id of a registration, which prizes contain. */
const registration = (number: number): PersonIdentifier => ({
  kind: "userId",
  value: `reg_${String(number).padStart(26, "0")}`,
});
const list = <T>(count: number, create: (number: number) => T) => Array.from({ length: count }, (_, n) => create(n));

test("a user id with blanks around it is looked for as it is, as older records have it, and without them", () => {
  const given = { emails: [], userIds: ["Luis ", "w-7", "Luis"], phones: [] };
  expect(listIdentifiers(given, "MX").map(({ value }) => value)).toEqual(["Luis ", "Luis", "w-7"]);
});

test("a name that was copied with invisible characters is the same name, and a phone is found in every spelling", () => {
  const given = { emails: ["\u202AAna@example.com\u202C", "ana@example.com\u200B"], userIds: ["w\u200B7"], phones: [] };
  expect(listIdentifiers(given, "MX").map(({ value }) => value)).toEqual(["ana@example.com", "w\u200B7", "w7"]);
  const toPhones = (phone: string, country: string) =>
    listIdentifiers({ emails: [], userIds: [], phones: [phone] }, country).map(({ value }) => value);
  expect(toPhones("55\u20111234\u20115678", "MX")).toEqual(["5512345678", "525512345678"]);
  expect(toPhones("+52 1 55 1234 5678", "US")).toEqual(["5215512345678", "525512345678"]);
  expect(toPhones("+54 11 2345-6789", "MX")).toEqual(["541123456789", "5491123456789"]);
});

test("a person may have one visitor id for each registration, and 50 other names", () => {
  expect(isAmbiguous([...list(50, worker), ...list(1000, visitor), ...list(1000, registration)])).toBe(false);
  expect(isAmbiguous(list(51, worker))).toBe(true);
  // Ids of a business can begin in the same way.
  expect(isAmbiguous(list(51, (number) => ({ kind: "userId", value: `reg_${number}` })))).toBe(true);
  expect(isAmbiguous(list(5001, visitor))).toBe(true);
  expect(countNames([worker(1), visitor(1)])).toBe(1);
});

test("names that an erasure finds are added up to the limit of one person, and further names are counted", () => {
  const known = list(48, worker);
  const { identifiers, leftOut } = addNames(known, [worker(1), worker(100), visitor(1), worker(101), worker(102)]);
  expect(identifiers).toEqual([...known, worker(100), visitor(1), worker(101)]);
  expect(leftOut).toBe(1);
  expect(addNames(known, [])).toEqual({ identifiers: known, leftOut: 0 });
});
