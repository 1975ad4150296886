import { describe, expect, test } from "vitest";
import type { PersonIdentifier, PersonRole } from "../data/data-life.types.js";
import { newId } from "../data/ids.js";
import { eraseInAnswer, listIds } from "./erasure.rules.js";
import { createPersonMatcher } from "./person-matcher.js";

const kate: PersonIdentifier[] = [
  { kind: "email", value: "kate@example.com" },
  { kind: "userId", value: "42" },
  { kind: "userId", value: "vis_1a" },
  { kind: "phone", value: "5512345678" },
];
const matcher = createPersonMatcher(kate);

describe("a value names the person", () => {
  test.each(["Kate@Example.com", " kate@example.com\n", "KATE@EXAMPLE.COM"])("as an e-mail address: %j", (value) => {
    expect(matcher.isOfPerson(value, ["email"])).toBe(true);
    // Many businesses use the address as user id.
    expect(matcher.isOfPerson(value, ["userId"])).toBe(true);
  });

  test.each(["5512345678", "55 1234 5678", "+(55) 1234-5678", "55.1234/5678"])("as a phone number: %j", (value) => {
    expect(matcher.isOfPerson(value, ["phone"])).toBe(true);
  });

  test.each(["tel 5512345678", "5512345678 house 9", "55123456789", "55x12345678"])(
    "and a text with other characters than those of a phone number does not: %j",
    (value) => {
      expect(matcher.isOfPerson(value, ["phone"])).toBe(false);
    },
  );

  test("only as what the field can contain", () => {
    expect(matcher.isOfPerson("42", ["userId"])).toBe(true);
    expect(matcher.isOfPerson("42", ["email", "phone", "visitorId"])).toBe(false);
    expect(matcher.isOfPerson("vis_1a", ["visitorId"])).toBe(true);
    expect(matcher.isOfPerson("5512345678", ["userId"])).toBe(false);
  });

  test.each(["42\n", " 42", "4.2"])("and a user id only as it is: not %j", (value) => {
    expect(matcher.isOfPerson(value, ["userId"])).toBe(false);
  });

  test("and a number with fewer than seven digits names no person", () => {
    const short = createPersonMatcher([{ kind: "phone", value: "28013" }]);
    expect(short.isOfPerson("28013", ["phone"])).toBe(false);
  });
});

const registration: PersonRole = {
  identifiedBy: { _id: ["registrationId"], "answers.*": ["email", "phone", "visitorId"] },
  details: { answers: {}, proof: undefined, documents: undefined },
};
const byId = createPersonMatcher([{ kind: "userId", value: "reg_1" }]);

test("a record that is matched by its id is about the person until all of its details are erased", () => {
  expect(byId.isIn({ _id: "reg_1", answers: {}, documents: [{ field: "ine" }] }, registration)).toBe(true);
  expect(byId.isIn({ _id: "reg_1", answers: {} }, registration)).toBe(false);
});

test("what somebody has typed, and the id of a registration, do not prove who the person is", () => {
  const role: PersonRole = { identifiedBy: { deliverer: ["userId", "email"] } };
  for (const deliverer of ["42", "kate@example.com"]) {
    expect(matcher.isIn({ deliverer }, role)).toBe(true);
    expect(matcher.isProvenIn({ deliverer }, role)).toBe(false);
  }
  expect(matcher.isProvenIn({ _id: "reg_2", answers: { email: "kate@example.com" } }, registration)).toBe(false);
  expect(byId.isProvenIn({ _id: "reg_1", answers: { name: "Kate" } }, registration)).toBe(false);
  const learner: PersonRole = { identifiedBy: { email: ["email"] }, isTyped: ({ isVisitor }) => isVisitor === true };
  expect(matcher.isProvenIn({ email: "kate@example.com" }, learner)).toBe(true);
  expect(matcher.isProvenIn({ email: "kate@example.com", isVisitor: true }, learner)).toBe(false);
  expect(matcher.isIn({ email: "kate@example.com", isVisitor: true }, learner)).toBe(true);
});

describe("in a stored answer", () => {
  const roles: PersonRole[] = [
    { identifiedBy: { workerId: ["userId"], email: ["email"] }, details: { talla: "" } },
    { identifiedBy: { deliverer: ["userId", "email"] } },
    registration,
  ];
  const erase = (answer: unknown, recordIds: string[] = []) =>
    eraseInAnswer(answer, {
      isOfPerson: matcher.isOfPerson,
      roles,
      recordIds: new Set(recordIds),
      tombstone: "erased_1",
    });

  test("fields that name a person and the details beside them are replaced", () => {
    const answer = { items: [{ id: "wdr_1", worker_id: "42", email: "k@example.com", talla: "M", stock: "42" }] };
    expect(erase(answer)).toEqual({
      items: [{ id: "wdr_1", worker_id: "erased_1", email: "erased_1@erased.invalid", talla: "", stock: "42" }],
    });
  });

  test("an answer about another person is not changed, for any content of its other fields", () => {
    const answer = { id: "wdr_2", workerId: "7", email: "bob@example.com", talla: "42", note: "kate@example.com" };
    expect(erase(answer)).toBe(answer);
    expect(erase("42")).toBe("42");
  });

  test("of two persons in one answer, one is replaced", () => {
    const answer = { id: "wdr_3", workerId: "7", email: "bob@example.com", talla: "M", deliverer: "42" };
    expect(erase(answer)).toEqual({ ...answer, deliverer: "erased_1" });
  });

  test("a record of the person is recognised by its id", () => {
    expect(erase({ id: "wdr_4", workerId: "", talla: "M" }, ["wdr_4"])).toEqual({
      id: "wdr_4",
      workerId: "",
      talla: "",
    });
  });

  test("answers of a registration are deleted when one of them names the person", () => {
    const answer = { registration: { id: "reg_1", answers: { name: "Kate", email: "kate@example.com" } } };
    expect(erase(answer)).toEqual({ registration: { id: "reg_1", answers: {} } });
    const other = { registration: { id: "reg_2", answers: { children: "42" } } };
    expect(erase(other)).toBe(other);
  });

  test("what is erased is not changed again, also an object, so the passes of an erasure end", () => {
    const erased = erase({ _id: "reg_1", answers: { email: "kate@example.com" } }, ["reg_1"]);
    expect(erased).toEqual({ _id: "reg_1", answers: {} });
    // As the database returns it.
    const stored = structuredClone(erased);
    expect(erase(stored, ["reg_1"])).toBe(stored);
  });
});

test("the ids of records are found anywhere in a stored answer", () => {
  const [one, other, third] = [newId("abc"), newId("abcd"), newId("reg")];
  const answer = { _id: one, name: "Ana", items: [{ ofOther: other }, { text: `${third} and more` }], at: new Date() };
  expect(listIds(answer)).toEqual([one, other]);
});
