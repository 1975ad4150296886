import { describe, expect, test } from "vitest";
import { planPersonSearch, planWordSearch, toPersonWords, toSearchWords } from "./words.js";

const finds = (stored: readonly string[], search: string) =>
  (planWordSearch(search) ?? []).every((word) => stored.includes(word));
const findsPerson = (person: Parameters<typeof toPersonWords>[0], search: string) =>
  (planPersonSearch(search) ?? []).every((word) => toPersonWords(person).includes(word));

test("each word of a search is the beginning of any word, in any order, in any case and with or without accents", () => {
  const stored = toSearchWords("Taza de la Casa", "Edición Mérida");
  for (const search of ["casa", "CAS", "casa taza", "mérida", "MERIDA ta", "edicion"])
    expect(finds(stored, search)).toBe(true);
  for (const search of ["asa", "casas", "casa roja"]) expect(finds(stored, search)).toBe(false);
});

test("what is neither letter nor digit separates words", () => {
  expect(planWordSearch(" 10% (Ñandú) $ne ")).toEqual(["10", "nandu", "ne"]);
  expect(planWordSearch("ana.perez@example.com")).toEqual(["ana", "perez", "example", "com"]);
});

test("no text is no search, and a text without a word finds nothing", () => {
  expect(planWordSearch("  ")).toBeUndefined();
  expect(planWordSearch("%")).toEqual([]);
});

test("a record has a bounded number of short beginnings, whatever its texts are", () => {
  const long = toSearchWords("x".repeat(10_000), Array.from({ length: 1000 }, (_, index) => `w${index}`).join(" "));
  expect(long.length).toBeLessThanOrEqual(200);
  expect(Math.max(...long.map(({ length }) => length))).toBeLessThanOrEqual(16);
  expect(finds(toSearchWords("x".repeat(40)), "x".repeat(30))).toBe(true);
  expect(finds(toSearchWords("😀 gorra"), "gorra 😀")).toBe(true);
});

describe("a person", () => {
  const ana = { fullName: "Ana Pérez", email: "ana.p@example.com", phone: "+52 (55) 1234-5678" };

  test.each([
    "pere",
    "ana example",
    "ana.p@example.com",
    "5512345678",
    "+52 55 1234 5678",
    "55 1234 5678",
    "5678",
    "ana 5678",
  ])("is found by %j", (search) => expect(findsPerson(ana, search)).toBe(true));

  test("whose phone has no country code is found with it", () => {
    expect(findsPerson({ phone: "5512345678" }, "+525512345678")).toBe(true);
  });

  test("is not found by another phone", () => expect(findsPerson(ana, "55 1234 5679")).toBe(false));

  test("without name and contact has no words", () => expect(toPersonWords({})).toEqual([]));
});
