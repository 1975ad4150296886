import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { checkAnswers } from "../questions/answers.rules.js";
import { createCodeHasher, readCode } from "./codes.rules.js";
import {
  getProof,
  getProvenContact,
  getUnusedProof,
  identifyByProof,
  listProvenAnswers,
  type Proof,
  requireUnusedProof,
  toProviderProof,
  withProvenAnswers,
} from "./sign-ins.rules.js";

const at = new Date("2026-03-31T10:00:00Z");
const minutesLater = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
const byPhone: Proof = { method: "whatsapp", phone: "+525512345678", at };
const account = { method: "identity_provider", issuer: "https://id.example.com", subject: "1", at } as const;

test("a proof lasts 30 minutes, and a used one answers only the repeat of its registration", () => {
  const signIn = { _id: "s", flowId: "f", proof: byPhone, expiresAt: at };
  expect(getUnusedProof(signIn, minutesLater(29))).toBe(byPhone);
  expect(getUnusedProof(signIn, minutesLater(30))).toBeUndefined();
  const used = { ...signIn, usedAt: at };
  expect(getUnusedProof(used, at)).toBeUndefined();
  expect(getProof(used, at)).toBe(byPhone);
  expect(requireUnusedProof(signIn, at)).toBe(byPhone);
  for (const [given, now] of [
    [used, at],
    [signIn, minutesLater(30)],
    [undefined, at],
  ] as const) {
    const refusal = expect.objectContaining({ code: "visitor_proof_used" });
    expect(() => requireUnusedProof(given, now)).toThrow(refusal);
  }
});

test.each([
  [byPhone, "phone:525512345678"],
  [{ ...account, email: "ana@example.com" }, "email:ana@example.com"],
  [account, "subject:https://id.example.com|1"],
])("the identity of %j is %s", (proof, identity) => {
  expect(identifyByProof(proof)).toBe(identity);
});

test.each([
  [byPhone, { kind: "phone", value: "+525512345678" }],
  [
    { ...account, email: "ana@example.com" },
    { kind: "email", value: "ana@example.com" },
  ],
  [account, undefined],
  [undefined, undefined],
])("%j proves the contact %j", (proof, contact) => {
  expect(getProvenContact(proof)).toEqual(contact);
});

test.each([
  ["Ana@Example.com", true, "ana@example.com"],
  ["ana@example.com", false, undefined],
  ["", true, undefined],
  // The form would refuse these answers, which the visitor cannot change.
  ["ana@localhost", true, undefined],
  ["ana@example.com@evil.example", true, undefined],
  [`${"a".repeat(65)}@example.com`, true, undefined],
  ["Ana <ana@example.com>", true, undefined],
])(
  "of a provider, %j (verified: %s) proves the address %s, and in every case the account",
  (email, verified, proven) => {
    const proof = toProviderProof("https://id.example.com", { subject: "1", email, isEmailVerified: verified }, at);
    expect(proof).toEqual({ ...account, ...(proven !== undefined && { email: proven }) });
    const [answer] = listProvenAnswers(fields, proof);
    if (answer) expect(checkAnswers(fields, new URLSearchParams([answer])).problems.size).toBe(0);
  },
);

const field = (value: string, type: string) => ({ text: value, value, type, placeholder: "", isRequired: false });
const fields = [field("name", "text"), field("mail", "email"), field("tel", "phone"), field("tel2", "phone")];

test("a proof decides the first matching question, whatever the form contains", () => {
  const form = new URLSearchParams("name=Ana&tel=1&tel=2&tel2=3&mail=x");
  expect(withProvenAnswers(fields, form, byPhone).toString()).toBe("name=Ana&tel=%2B525512345678&tel2=3&mail=x");
  expect(listProvenAnswers(fields, { ...account, email: "a@example.com" })).toEqual([["mail", "a@example.com"]]);
  expect(listProvenAnswers(fields, account)).toEqual([]);
  expect(listProvenAnswers([], byPhone)).toEqual([]);
});

test("a code is compared with every key, and belongs to one sign-in", () => {
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
  const hash = createCodeHasher([oldKey]).hash("s1", "123456");
  const hasher = createCodeHasher([newKey, oldKey]);
  expect(hasher.matches("s1", "123456", hash)).toBe(true);
  expect(hasher.matches("s1", "123457", hash)).toBe(false);
  expect(hasher.matches("s2", "123456", hash)).toBe(false);
  expect(createCodeHasher([newKey]).matches("s1", "123456", hash)).toBe(false);
});

test.each([
  [" 123-456 ", "123456"],
  ["１２３４５６", "123456"],
  ["12345", undefined],
  ["1234567", undefined],
  ["12345a", undefined],
])("what is typed as %j is the code %s", (text, code) => {
  expect(readCode(text)).toBe(code);
});
