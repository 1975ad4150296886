import { describe, expect, test } from "vitest";
import { listSourceFiles } from "../testing/source-files.js";
import { readClaims } from "./claims.rules.js";

const now = new Date("2026-01-01T12:00:00Z");
const read = (claims: object, acceptsMissing = false) => readClaims({ sub: "1", ...claims }, acceptsMissing, now);

describe("an e-mail address counts as verified", () => {
  test.each([true, "true"])("with %j", (email_verified) => {
    expect(read({ email_verified }).isEmailVerified).toBe(true);
  });

  test.each([false, "false", "no", "TRUE", "1", 1, 0, "", null, [true], {}])("not with %j", (email_verified) => {
    expect(read({ email_verified }).isEmailVerified).toBe(false);
    expect(read({ email_verified }, true).isEmailVerified).toBe(false);
  });

  test("without the claim only where the settings say so", () => {
    expect([read({}).isEmailVerified, read({}, true).isEmailVerified]).toEqual([false, true]);
  });
});

test.each([
  [now.getTime() / 1000 - 60, "2026-01-01T11:59:00.000Z"],
  [now.getTime() / 1000 + 60, "2026-01-01T12:00:00.000Z"],
  ["1767268800", undefined],
  [undefined, undefined],
])("a proof at the provider at %j was given at %s", (auth_time, expected) => {
  expect(read({ auth_time }).authenticatedAt?.toISOString()).toBe(expected);
});

test.each(["", " ", "x".repeat(256), 7, null, undefined])("a person with the sub %j is refused", (sub) => {
  expect(() => read({ sub })).toThrow("sub must have 1 to 255 characters");
});

test("a sub of 255 characters names a person, as it is", () => {
  const sub = `Ab |${"x".repeat(251)}`;
  expect(read({ sub }).subject).toBe(sub);
});

test("only one file reads the claim email_verified", () => {
  const readers = listSourceFiles().filter(({ text }) => /(?<!`)\bemail_verified\b/.test(text));
  expect(readers.map(({ path }) => path)).toEqual(["packages/kit/src/oidc/claims.rules.ts"]);
});
