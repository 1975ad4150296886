import { create, type DescMessage, getOption } from "@bufbuild/protobuf";
import { field as fieldRules } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { tools } from "@tenant-ops/proto";
import { ListCoursesRequestSchema } from "@tenant-ops/proto/learning";
import { GetWithdrawalHistoryRequestSchema } from "@tenant-ops/proto/supply";
import { GiftSchema, RouletteRequestSchema } from "@tenant-ops/proto/roulettes";
import { expect, test } from "vitest";
import { Refusal } from "../../errors/refusal.js";
import { describePattern } from "../../errors/input-rules.js";
import { validate } from "./validate.js";

function readDetail(run: () => void): string {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal && error.code === "invalid_argument") return error.detail;
    throw error;
  }
  throw new Error("nothing was refused");
}

test("a list that is too long is refused by its length alone", () => {
  const gifts = Array.from({ length: 50_000 }, () => create(GiftSchema));
  const detail = readDetail(() => validate(RouletteRequestSchema, create(RouletteRequestSchema, { gifts })));
  expect(detail).toBe("gifts: must have at most 100 entries, not 50000.");
});

test("many violations get a short answer", () => {
  const gifts = Array.from({ length: 100 }, () => create(GiftSchema, { winInterval: -1 }));
  const detail = readDetail(() => validate(RouletteRequestSchema, create(RouletteRequestSchema, { gifts })));
  expect(detail).toMatch(/gifts\[0\]\.value: .*there are more, only 20 are named here\.$/);
  expect(Buffer.byteLength(detail)).toBeLessThanOrEqual(4096);
});

test("a text in a nested message is refused by its length, under the name that callers use", () => {
  const gifts = [create(GiftSchema, { typeOfGift: { name: "x".repeat(2000), id: "y" } })];
  const detail = readDetail(() => validate(RouletteRequestSchema, create(RouletteRequestSchema, { gifts })));
  expect(detail).toBe("gifts[0].typeOfGift.name: must be at most 1000 characters, not 2000.");
});

test("a refusal speaks of formats, never of regular expressions", () => {
  const wrongDate = create(GetWithdrawalHistoryRequestSchema, { dateFrom: "yesterday" });
  expect(readDetail(() => validate(GetWithdrawalHistoryRequestSchema, wrongDate))).toBe(
    "date_from: must be a date such as 2026-11-21 or a time such as 2026-11-21T09:30:00Z.",
  );
  expect(() => validate(ListCoursesRequestSchema, create(ListCoursesRequestSchema))).not.toThrow();
});

test("every pattern of the contract has words for its refusals", () => {
  const patterns = new Set(tools.flatMap(({ method }) => listPatterns(method.input)));
  expect(patterns.size).toBeGreaterThan(0);
  expect([...patterns].filter((pattern) => describePattern(pattern) === undefined)).toEqual([]);
});

function listPatterns(message: DescMessage): string[] {
  return message.fields.flatMap((field) => {
    const { type } = getOption(field, fieldRules);
    const own = type.case === "string" && type.value.pattern !== "" ? [type.value.pattern] : [];
    return [...own, ...(field.message ? listPatterns(field.message) : [])];
  });
}
