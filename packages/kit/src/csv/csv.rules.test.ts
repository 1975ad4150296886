import { expect, test } from "vitest";
import { getCsvSeparator, protectCell, toCsvNumber, writeCsvRow } from "./index.js";

test.each([
  ["MX", "comma"],
  ["US", "comma"],
  ["BR", "semicolon"],
  ["CO", "semicolon"],
  ["ES", "semicolon"],
  ["", "comma"],
  ["mexico", "comma"],
])("a file for %j is separated by %s, as its spreadsheets expect", (country, separator) => {
  expect(getCsvSeparator(country)).toBe(separator);
});

test("a number has the decimal sign of its spreadsheets, and a row quotes what would end a cell", () => {
  expect([toCsvNumber(-36.5, "comma"), toCsvNumber(-36.5, "semicolon")]).toEqual(["-36.5", "-36,5"]);
  expect(writeCsvRow(['a "b"', "a,b", "a;b", ""], "comma")).toBe('"a ""b""","a,b",a;b,\r\n');
  expect(writeCsvRow(["36,5", "a;b", "a\nb"], "semicolon")).toBe('36,5;"a;b";"a\nb"\r\n');
});

test("a text that a spreadsheet would calculate is text, also behind the separator of another country", () => {
  expect(protectCell("=1+1", "comma")).toBe("'=1+1");
  expect(protectCell("x;=1+1", "comma")).toBe("x;'=1+1");
  expect(protectCell("a-b; c=d", "comma")).toBe("a-b; c=d");
});
