import { describe, expect, test } from "vitest";
import { checkAnswers, listPhones } from "./answers.rules.js";

const ask = (type: string, placeholder = "") => [
  { text: "Pregunta", value: "asked", type, placeholder, isRequired: true },
];
const check = (type: string, given: string, placeholder?: string) => {
  const { answers, problems } = checkAnswers(ask(type, placeholder), new URLSearchParams({ asked: given }));
  return problems.get("asked") ?? answers["asked"];
};

describe("an answer is stored as a person sees it:", () => {
  test.each([
    ["email", "ana@example.com\u200B", "ana@example.com"],
    ["email", "\u202Aana@example.com\u202C", "ana@example.com"],
    ["phone", "\u202A+52 55\u20111234\u20115678\u202C", "+52 55-1234-5678"],
    ["phone", "５５ １２３４ ５６７８", "55 1234 5678"],
    ["number", "\u2212１２,５", "-12,5"],
    ["date", "2026\u201103\u201131\u200E", "2026-03-31"],
    ["checkbox", "yes\u200B", "yes"],
    ["country", "MX\u2060", "MX"],
    ["text", "\u202EAna\u200B\nPérez", "Ana Pérez"],
    ["textarea", " one\r\ntwo\u200B ", "one\ntwo"],
  ])("%s %j is %j", (type, given, stored) => {
    expect(check(type, given)).toBe(stored);
  });

  test("a choice is the one that the flow offers", () => {
    expect(check("select", "talla\u200B\u00A01", "Talla 1|talla 1|M")).toBe("talla 1");
    expect(check("select", "XL", "S|M")).toBe("choice");
  });

  test.each(["text", "textarea", "email", "phone", "number", "date", "checkbox"])(
    "a required %s of invisible characters only is not answered",
    (type) => {
      expect(check(type, "\u200B\u2800 \u202E")).toBe("required");
    },
  );

  test("a text that is far too long is refused as it came", () => {
    expect(check("text", "\u200B".repeat(60_000))).toBe("too_long");
  });
});

test.each([
  ["MX", ["55 1234 5678", "+52 55 1234 5678", "+52 1 55 1234 5678", "0052 55 1234 5678"], "+525512345678"],
  ["BR", ["+55 11 98765-4321", "+55 11 8765-4321", "11 8765-4321"], "+5511987654321"],
])("spellings of one phone in %s are one phone", (country, spellings, phone) => {
  for (const spelling of spellings)
    expect(listPhones(ask("tel"), { asked: spelling }, country)).toEqual({ asked: phone });
});

test("a number that is none in the country of the flow is no phone, and stays as it is", () => {
  expect(listPhones(ask("phone"), { asked: "1234567" }, "MX")).toEqual({});
});
