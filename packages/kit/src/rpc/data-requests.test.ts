import { create } from "@bufbuild/protobuf";
import { PersonPartRequestSchema } from "@tenant-ops/proto/common";
import { expect, test } from "vitest";
import type { Call } from "../call/call.js";
import type { PersonIdentifier } from "../data/data-life.types.js";
import type { BusinessData } from "../offboarding/index.js";
import type { ServiceRetention } from "../retention/index.js";
import type { PrivacyOptions } from "../privacy/index.js";
import { createDataHandlers, createPersonNames, listPersonNames } from "./data-requests.js";
import { validate } from "./messages/validate.js";

const { findPerson } = createDataHandlers({} as PrivacyOptions, {} as BusinessData, {} as ServiceRetention);

test.each([
  ["no name", [], "names must have 1 to 5000 values, not 0."],
  ["more names than a person has", Array.from({ length: 5000 }, (_, number) => `u_${number}`), "not 5001"],
  ["an empty value", [""], "(userId) must have 1 to 320 characters"],
  ["a value that is too long", ["u".repeat(321)], "(userId) must have 1 to 320 characters"],
])("%s is refused before anything is searched", async (_what, userIds, text) => {
  const names = { emails: userIds.length > 0 ? ["ana@example.com"] : [], userIds };
  const search = async () => findPerson(create(PersonPartRequestSchema, { names }), {} as Call);
  await expect(search()).rejects.toMatchObject({ code: "invalid_argument", message: expect.stringContaining(text) });
});

test("5,000 names of one kind are within the limits of the contract, and one more is not", () => {
  const createRequest = (count: number) => {
    const userIds = Array.from({ length: count }, (_, number) => `vis_${number}`);
    return create(PersonPartRequestSchema, { names: { userIds } });
  };
  validate(PersonPartRequestSchema, createRequest(5000));
  expect(() => validate(PersonPartRequestSchema, createRequest(5001))).toThrow("at most 5000 entries");
});

test("names of every kind are the same after the way between gateway and service", () => {
  const identifiers: PersonIdentifier[] = [
    { kind: "email", value: "ana@example.com" },
    { kind: "userId", value: "ana" },
    { kind: "userId", value: "vis_1" },
    { kind: "phone", value: "5512345678" },
  ];
  expect(
    listPersonNames(createPersonNames(identifiers.toReversed()))
      .map(({ value }) => value)
      .toSorted(),
  ).toEqual(identifiers.map(({ value }) => value).toSorted());
  expect(listPersonNames(createPersonNames(identifiers))).toEqual(identifiers);
  expect(listPersonNames(undefined)).toEqual([]);
});
