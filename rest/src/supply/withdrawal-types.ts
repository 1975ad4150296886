import { defineRoute } from "@tenant-ops/kit/http";
import * as z from "zod";

const path = "/v1/public/supply/withdrawal-types";

const withdrawalTypes = z
  .strictObject({
    types: z.array(z.string()).describe("All that a withdrawal may have: the standard ones, then the business's own."),
    standard: z.array(z.string()),
    own: z.array(z.string()),
  })
  .meta({ id: "WithdrawalTypes" });

export const getWithdrawalTypes = defineRoute({
  id: "getWithdrawalTypes",
  method: "GET",
  path,
  service: "supply",
  caller: "tenant",
  summary: "Read the withdrawal types",
  replies: { 200: { description: "The types", body: withdrawalTypes } },
  resources: ["service://supply/schema/withdrawals"],
});

export const replaceWithdrawalTypes = defineRoute({
  id: "replaceWithdrawalTypes",
  method: "PUT",
  path,
  service: "supply",
  caller: "tenant",
  summary: "Replace the business's own withdrawal types",
  description:
    "The standard types always stay and may be in the list or not: read it, add a word, and send it back. Withdrawals keep the type that they have.",
  body: z.strictObject({
    types: z
      .array(z.string())
      .max(200)
      .describe("Up to 50 beside the standard ones, each with up to 50 letters, digits, blanks, `-` and `_`."),
  }),
  replies: { 200: { description: "The types as they are now", body: withdrawalTypes } },
  idempotency: "accepted",
});
