import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createSignInStates } from "./sign-in-states.js";

const [earlier, next] = [randomBytes(32), randomBytes(32)];
const beforeRotation = createSignInStates([earlier]);
const withBoth = createSignInStates([earlier, next]);
const afterSwap = createSignInStates([next, earlier]);

test.each([
  { step: "a second secret is added", from: beforeRotation, to: withBoth },
  { step: "the second secret becomes the first", from: withBoth, to: afterSwap },
  { step: "a replica still has the earlier order", from: afterSwap, to: withBoth },
  { step: "the earlier secret is removed", from: afterSwap, to: createSignInStates([next]) },
])("a sign-in has the same nonce and verifier when $step", ({ from, to }) => {
  const state = `summer-sale.${from.create()}`;
  expect(to.deriveChecks(state)).toEqual(from.deriveChecks(state));
});

test("a state is made once, and its nonce and verifier are of it alone", () => {
  const [one, two] = [withBoth.create(), withBoth.create()];
  const checks = [one, two, `a.${one}`].map((state) => withBoth.deriveChecks(state));
  expect(new Set([one, two, ...checks.flatMap(({ nonce, verifier }) => [nonce, verifier])]).size).toBe(8);
  expect(one).toMatch(/^[A-Za-z0-9_-]{43}$/);
});

test.each(["", "x", "a".repeat(43), "ü".repeat(43)])(
  "a state that no secret has made, %o, gets the checks of the first",
  (state) => {
    expect(withBoth.deriveChecks(state)).toEqual(beforeRotation.deriveChecks(state));
  },
);

test("without a secret nothing starts", () => {
  expect(() => createSignInStates([])).toThrow("need a secret");
});
