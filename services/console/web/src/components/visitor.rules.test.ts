import { expect, test } from "vitest";
import { describeVisitor, isProvenAnswer } from "./visitor.rules.js";

const [fullName, email, phone] = ["Ana Pérez", "ana@example.com", "+525512345678"];
const [provenPhone, typedEmail] = [
  { value: phone, isProven: true },
  { value: email, isProven: false },
];

test.each([
  [{ fullName, email, phone }, ["phone"], { name: fullName, isNameProven: false, contacts: [typedEmail, provenPhone] }],
  [{ fullName, email }, [], { name: fullName, isNameProven: false, contacts: [typedEmail] }],
  [{ email, phone }, ["phone"], { name: email, isNameProven: false, contacts: [provenPhone] }],
  [{ phone }, ["phone"], { name: phone, isNameProven: true, contacts: [] }],
  [{ fullName: phone, email: "", phone }, ["phone"], { name: phone, isNameProven: true, contacts: [] }],
  [{ fullName: email, email, phone }, ["phone"], { name: email, isNameProven: false, contacts: [provenPhone] }],
  // The kind is proven for the registration; without the contact there is nothing to show.
  [
    { fullName, phone },
    ["email"],
    { name: fullName, isNameProven: false, contacts: [{ value: phone, isProven: false }] },
  ],
  [{}, [], { name: undefined, isNameProven: false, contacts: [] }],
] as const)("of the visitor %j with the proven contact %j, a list shows %j", (visitor, provenContact, shown) => {
  expect(describeVisitor({ ...visitor, provenContact })).toEqual(shown);
});

test("only the answer that was proved before the form is confirmed", () => {
  const byCode = { method: "whatsapp", phone } as const;
  const byProvider = { method: "identity_provider", email } as const;
  const confirmed = (proof: Parameters<typeof isProvenAnswer>[1]) =>
    ["Ana", email, phone].filter((answer) => isProvenAnswer(answer, proof));
  expect(confirmed(byCode)).toEqual([phone]);
  expect(confirmed(byProvider)).toEqual([email]);
  expect(confirmed({ method: "identity_provider" })).toEqual([]);
  expect(confirmed(null)).toEqual([]);
});
