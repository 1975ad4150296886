import { expect, test } from "vitest";
import { maskPhone, toE164 } from "./phones.rules.js";

test.each([
  ["55 1234 5678", "MX", "+525512345678"],
  ["+52 55 1234 5678", "US", "+525512345678"],
  ["+52 1 55 1234 5678", "MX", "+525512345678"],
  ["(201) 555-0123", "US", "+12015550123"],
  ["11 91234-5678", "BR", "+5511912345678"],
  ["٠٠", "MX", undefined],
  ["５５ １２３４ ５６７８", "MX", "+525512345678"],
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
