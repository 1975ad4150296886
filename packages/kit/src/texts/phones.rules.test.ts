import { expect, test } from "vitest";
import { listPhoneSpellings, maskPhone, toE164, toPhoneKey } from "./phones.js";

test.each([
  ["55 1234 5678", "MX", "+525512345678"],
  ["+52 55 1234 5678", "US", "+525512345678"],
  ["+52 1 55 1234 5678", "MX", "+525512345678"],
  ["(201) 555-0123", "US", "+12015550123"],
  ["11 91234-5678", "BR", "+5511912345678"],
  ["٠٠", "MX", undefined],
  ["５５ １２３４ ５６７８", "MX", "+525512345678"],
  ["\u202A+52 55\u20111234\u20115678\u202C", "MX", "+525512345678"],
  ["+55 11 8765-4321", "BR", "+5511987654321"],
  ["11 8765-4321", "BR", "+5511987654321"],
  ["+55 11 2345-6789", "BR", "+551123456789"],
  ["011 15 2345-6789", "AR", "+5491123456789"],
  ["+57 1 2345678", "CO", "+576012345678"],
  ["+225 07 12 34 56", "CI", "+2250707123456"],
  ["+229 97 12 34 56", "BJ", "+2290197123456"],
  ["55 1234 5678", "XX", undefined],
  ["55 1234 5678", undefined, undefined],
  ["call 55 1234 5678 now", "MX", undefined],
  ["55 1234 5678 ext. 12", "MX", undefined],
  ["1".repeat(41), "MX", undefined],
  ["911", "US", undefined],
])("%s in %s is %s", (text, country, phone) => {
  expect(toE164(text, country)).toBe(phone);
});

test("a masked phone shows the country and the last four digits only", () => {
  expect(maskPhone("+525512345678")).toBe("+52 ··· 5678");
});

test.each([
  [["+54 9 11 2345-6789", "+54 11 2345-6789", "11 2345-6789", "011 15 2345-6789"], "AR"],
  [["55 1234 5678", "+52 55 1234 5678", "+52 1 55 1234 5678"], "MX"],
  [["55 1234 5678", "01 55 1234 5678", "044 55 1234 5678", "045 55 1234 5678", "+52 044 55 1234 5678"], "MX"],
  [["9 8765 4321", "+56 9 8765 4321", "09 8765 4321"], "CL"],
  [["+55 11 98765-4321", "+55 11 8765-4321"], "BR"],
])("the spellings %j are one phone, and each finds the others", (spellings, country) => {
  const stored = spellings.map((one) => toE164(one, country) ?? "");
  expect(new Set(stored.map(toPhoneKey)).size).toBe(1);
  for (const one of spellings)
    expect(listPhoneSpellings(one, country)).toEqual(expect.arrayContaining(stored.map((phone) => phone.slice(1))));
});

test("the spellings of a text that is no possible number are its digits", () => {
  expect(listPhoneSpellings("55 1234 5678", "XX")).toEqual(["5512345678"]);
});
