import * as z from "zod";
import { dateTime, line, value } from "../fields.js";
import { redirect, redirectInput } from "./fields.js";
import { sentenceFields } from "./sentences.js";

// Further destinations of a flow.

const field = "The `value` of a question with choices: a select, a country or a checkbox.";
const isOneOf = "The answers for which it is met: choices, ISO 3166 country codes, or `yes`.";

const conditionInput = z.strictObject({
  field: value(64).min(1).describe(field),
  isOneOf: z.array(line(300).min(1)).min(1).max(250).describe(isOneOf),
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

const additionalRedirect = z
  .strictObject({
    redirect,
    condition: z
      .strictObject({ field: z.string().describe(field), isOneOf: z.array(z.string()).describe(isOneOf) })
      .nullable()
      .describe("null: for every visitor."),
  })
  .meta({ id: "AdditionalRedirect", description: "A further destination of a flow, tried before its main redirect." });

const count = z.int().min(0);
const percent = z.number().min(0).max(100).describe("Registrations per unique visit, in percent.");

const registrationField = z
  .strictObject({
    text: z.string().describe("What the page asks."),
    value: z.string().describe("Identifier of the question; answers are stored under it."),
    type: z
      .string()
      .describe("text, textarea, email, phone, number, date, select or checkbox; others are asked as text."),
    placeholder: z.string().describe("A hint; of a select the choices, as `S|M|L`."),
    isRequired: z.boolean(),
  })
  .meta({ id: "RegistrationField" });

const common = {
  _id: z.string(),
  slug: z.string().describe("Unique among all businesses; it never changes."),
  name: z.string(),
  isActive: z.boolean().describe("Whether its page is online."),
  source: z.string().describe("utm_source"),
  medium: z.string().describe("utm_medium"),
  campaign: z.string().describe("utm_campaign; flows with the same value belong to one campaign."),
  content: z.string().describe("utm_content"),
  completedCount: count.describe("Persons of a day who registered, also several with one browser."),
  uniqueVisitCount: count.describe("Different visitors per day."),
  totalVisitCount: count,
  conversionRate: percent,
  publicUrl: z.string().describe("The address of its page."),
  createdAt: dateTime,
  updatedAt: dateTime.describe("When a setting was last changed; visits do not count."),
};

/** A flow in a list, without its questions and its redirect. */
export const flowSummary = z.strictObject(common).meta({ id: "FlowSummary" });

const redirectTarget = z.strictObject({
  status: z
    .enum(["active", "inactive", "missing", "unknown"])
    .describe("`unknown`: the service of the target did not answer. Visitors are sent to an `active` target only."),
  url: z.string().describe("Its address, without the UTM values; empty when it is not known."),
});

export const flow = z
  .strictObject({
    ...common,
    registrationFields: z.array(registrationField),
    questionLabels: z
      .record(z.string(), z.string())
      .describe(
        "What the page asks, by the `value` of the question: a `text` that we wrote is in the language of the visitors.",
      ),
    redirect,
    redirectTarget: redirectTarget.describe("The present state of the target of `redirect`."),
    additionalRedirects: z.array(additionalRedirect).describe("In the order in which they are tried."),
    additionalRedirectTargets: z
      .array(redirectTarget)
      .describe("The present state of the targets of `additionalRedirects`, in their order."),
    documents: z
      .array(
        z.strictObject({
          _id: z.string(),
          kind: z.enum(["terms", "privacy", "permit"]),
          title: z.string(),
          requiresAcceptance: z.boolean(),
          sha256: z.string(),
        }),
      )
      .describe("What the page links, in its order."),
    testRun: z
      .strictObject({
        state: z
          .enum(["missing", "failed", "outdated", "passed"])
          .describe("`outdated`: the flow was changed after its last test run."),
        _id: z.string().nullable(),
        at: dateTime.nullable(),
      })
      .describe("The last test run, and what it says about the flow as it is now."),
    warnings: z.array(z.string()).describe("What a person should know about the flow before sharing its link."),
    warningDetails: z
      .array(z.strictObject(sentenceFields).meta({ id: "FlowWarning" }))
      .describe("The same warnings, in the same order, with their codes and values for other languages."),
    isBankProviderRequired: z.boolean(),
    authType: z
      .enum(["whatsapp", "identity_provider", "both"])
      .describe(
        "How visitors prove who they are: `whatsapp` until it is changed in the console. Without a provider they register without a proof.",
      ),
  })
  .meta({ id: "Flow" });

export const flowStatistics = z
  .strictObject({
    totalFlows: count,
    activeFlows: count,
    inactiveFlows: count,
    totalCompletions: count,
    totalVisits: count,
    uniqueVisits: count,
    conversionRate: percent,
  })
  .meta({ id: "FlowStatistics" });
