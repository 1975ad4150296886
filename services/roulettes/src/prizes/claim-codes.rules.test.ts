import { expect, test } from "vitest";
import { createClaimCode, normalizeClaimCode } from "./claim-codes.rules.js";
import { createSeededRandom } from "../testing.js";

test("a claim code has eight characters that cannot be mistaken for another one", () => {
  const random = createSeededRandom(7);
  const codes = Array.from({ length: 2000 }, () => createClaimCode(random));
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/);
  expect(new Set(codes).size).toBe(codes.length);
});

test.each(["7kmd2xwq", "7KMD-2XWQ", " 7kmd 2xwq ", "7KMD–2XWQ"])("%j is read as 7KMD-2XWQ", (typed) => {
  expect(normalizeClaimCode(typed)).toBe("7KMD-2XWQ");
});
