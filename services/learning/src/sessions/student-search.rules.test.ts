import fc from "fast-check";
import { expect, test } from "vitest";
import { planStudentSearch, toTrigrams } from "./student-search.rules.js";

test("every text that a search finds has all trigrams of the search, in any case and with or without accents", () => {
  const letters = fc.constantFrom(...Array.from("aáÁàeéEÉnñÑuü sS\u017fßẞİıΣσς.@x1한😀"));
  const change = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text.toUpperCase(),
    (text) => text.toLowerCase(),
    (text) => text.normalize("NFD"),
    (text) => text.normalize("NFD").replaceAll(/\p{Mark}/gu, ""),
  );
  fc.assert(
    fc.property(
      fc.array(letters, { maxLength: 12 }),
      fc.nat(12),
      fc.nat(12),
      change,
      (text, start, length, changed) => {
        const search = planStudentSearch(changed(text.slice(start, start + length).join("")));
        if (!search) return;
        const stored = text.join("");
        // MongoDB has another syntax for a letter by its number.
        const pattern = new RegExp(search.pattern.replaceAll("\\x{", "\\u{"), "iu");
        if (pattern.test(stored)) expect(toTrigrams(stored)).toEqual(expect.arrayContaining([...search.trigrams]));
      },
    ),
    { numRuns: 2000 },
  );
});

test.each([
  [["Ana"], ["ana"]],
  [["ÁNA", "ana"], ["ana"]],
  [["an", ""], []],
  [
    ["Peña", "x@y.z"],
    ["pen", "ena", "x@y", "@y.", "y.z"],
  ],
])("the trigrams of %j are %j", (texts, trigrams) => {
  expect(toTrigrams(...texts)).toEqual(trigrams);
});

test("a search text of blanks only is ignored", () => expect(planStudentSearch("  ")).toBeUndefined());
