import * as z from "zod";
import { count, dateTime } from "../fields.js";

/** From its beginning to its end: `pending` → `approved` → `executed` or `failed`; or from `pending` to one of the others. */
export const approvalStatuses = [
  "pending",
  "approved",
  "executed",
  "failed",
  "rejected",
  "expired",
  "withdrawn",
] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];
export const approvalStatus = z
  .enum(approvalStatuses)
  .describe(
    "`pending`: people have not decided. `approved`: it is being carried out. `executed`: it was done. `failed`: it was approved, and refused when it was to be done. `withdrawn`: the agent does not want it any more.",
  );

/** What people must do before a write is carried out. */
export const approvalNeeds = ["one", "one_with_proof", "two"] as const;
export type ApprovalNeeds = (typeof approvalNeeds)[number];
export const needs = z
  .enum(approvalNeeds)
  .describe(
    "`one`: one person approves. `one_with_proof`: that person confirms with a passkey what was shown. `two`: two different persons approve.",
  );

/** What agents and people see of an approval. */
export const commonFields = {
  _id: z.string(),
  tool: z.string().describe("The tool that writes."),
  status: approvalStatus,
  createdAt: dateTime,
  expiresAt: dateTime.describe("Until when people can decide."),
  endedAt: dateTime.nullable().describe("When it was done, refused, rejected or withdrawn, or has expired."),
  preview: z.looseObject({}).describe("What the write would do, as the propose tool answered."),
  answer: z.looseObject({}).nullable().describe("The answer of the writing tool, when it was done."),
  refusal: z
    .strictObject({
      code: z.string(),
      detail: z.string(),
      values: z.record(z.string(), z.union([z.string(), z.number()])).describe("The numbers and names in the detail."),
    })
    .nullable()
    .describe("Why it was not done, when it was approved."),
  reason: z.string().nullable().describe("What the person wrote who rejected it."),
  suggestedArguments: z
    .looseObject({})
    .nullable()
    .describe("Arguments that the person would agree to: call the propose tool with them."),
};

/** One rule of a policy. */
export const approvalRule = z
  .strictObject({
    name: z.string().trim().min(1).max(100),
    tools: z.array(z.string().min(1).max(100)).max(50).describe("Names of tools that write."),
    areas: z
      .array(z.enum(["supply", "roulettes", "learning", "flows"]))
      .describe("All tools of these areas that write."),
    irreversible: z.boolean().describe("Also the tools that take away what no other tool can give back."),
    callers: z
      .array(z.string().min(1).max(100))
      .max(50)
      .describe("Ids of keys and connections. Empty: all. People who work in the console are never asked."),
    atLeast: z
      .int()
      .min(1)
      .max(2_147_483_647)
      .nullable()
      .describe(
        "Only when the number in the preview, such as the units of a withdrawal, is at least this. null: always.",
      ),
    dailyAllowance: z
      .int()
      .min(1)
      .max(2_147_483_647)
      .nullable()
      .describe(
        "Only when the numbers that these callers have written in a day of the business, with that of the preview, are more than this. Not together with `atLeast`. null: no allowance.",
      ),
    needs,
    lapsesAfterHours: z.int().min(1).max(168).describe("How long people can decide."),
  })
  .meta({ id: "ApprovalRule" });

export type ApprovalRule = z.infer<typeof approvalRule>;

export const rulesMax = 20;

export const approvalPolicy = z.strictObject({
  version: count.describe("Number of the last change; 0 before the first one."),
  rules: z.array(approvalRule).max(rulesMax).describe("The first rule that applies counts."),
  usedToday: z
    .array(z.strictObject({ rule: z.string().describe("Its name."), used: count }))
    .describe("How much of each daily allowance is used up today."),
  updatedAt: dateTime.nullable(),
  updatedBy: z.string().nullable().describe("Id of the person."),
});
