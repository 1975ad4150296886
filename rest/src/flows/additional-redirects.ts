import { z } from "zod";
import { redirect, redirectInput } from "./fields.js";

// Further destinations of a flow.

const field = "The `value` of a question with choices: a select, a country or a checkbox.";
const isOneOf = "The answers for which it is met: choices, ISO 3166 country codes, or `yes`.";

const conditionInput = z.strictObject({
  field: z.string().trim().min(1).max(64).describe(field),
  isOneOf: z.array(z.string().trim().min(1).max(300)).min(1).max(250).describe(isOneOf),
});

export const additionalRedirectsInput = z
  .array(
    z.strictObject({
      redirect: redirectInput,
      condition: conditionInput.nullable().default(null).describe("null: for every visitor."),
    }),
  )
  .max(10)
  .describe(
    "Further destinations, in the order in which they are tried. The first whose condition is met and whose target is active is used; `redirect` is the last resort.",
  );

export const additionalRedirect = z
  .strictObject({
    redirect,
    condition: z
      .strictObject({ field: z.string().describe(field), isOneOf: z.array(z.string()).describe(isOneOf) })
      .nullable()
      .describe("null: for every visitor."),
  })
  .meta({ id: "AdditionalRedirect", description: "A further destination of a flow, tried before its main redirect." });
