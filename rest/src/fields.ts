import { dayOrTimeOrNone, failsAs } from "@tenant-ops/kit/http";
import { normalizeLines, normalizeText, normalizeValue } from "@tenant-ops/kit/texts";
import * as z from "zod";

// Fields that several areas have in common.

/** A text of one line that a person has written. A field with such a text is made by one of these, so that it is stored in one form. */
export const line = (max: number) => z.string().overwrite(normalizeText).max(max);

/** The name of a person, a business or a record. */
export const name = line(200).min(1);

/** A text of several lines. */
export const lines = (max: number) => z.string().overwrite(normalizeLines).max(max);

/** A value that a program reads, such as an identifier or a phone number. */
export const value = (max: number) => z.string().overwrite(normalizeValue).max(max);

/** The rule is that of HTML, which tools have too. */
export const email = (max: number) =>
  z.string().overwrite(normalizeValue).max(max).email({ pattern: z.regexes.html5Email });

/** The `{id}` of a path. */
export const byId = z.strictObject({ id: z.string().min(1).max(200) });

export const dateTime = z.iso.datetime();

/** A number of records. */
export const count = z.int().min(0);

/** A number of units, as the services store it. */
export const units = z.int().min(0).max(2_147_483_647);

/** The query parameters of a list that is filtered by time; spread them into the query schema of the route. */
export const dateQuery = {
  dateFrom: dayOrTimeOrNone
    .default("")
    .describe("First day, `2026-11-21`, in the time zone of the business, or an ISO 8601 timestamp."),
  dateTo: dayOrTimeOrNone.default("").describe("Last day, included, or an ISO 8601 timestamp."),
};

/** A query parameter that finds records by words. @param what the words of what */
export const searchBy = (what: string) =>
  line(200)
    .default("")
    .describe(`Words of ${what}, or how they begin, in any case and with or without accents; all must be there.`);

/** The query parameter of a list whose records are found by name; spread it into the query schema of the route. */
export const nameQuery = { search: searchBy("the name") };

/** What a list of records about persons is searched by. */
export const personTexts = "the name, the e-mail address or the phone (its last four digits or all of them)";

/** A boolean in a query: `true` or `false`, nothing else. */
export const queryFlag = z.enum(["true", "false"]).transform((text) => text === "true");

/** A filter that is set or absent. */
export const setFlag = z.literal("true").transform(() => true);

/** The tenant's own id of a person: any text, so only the blanks around it are removed. */
export const userId = z.string().trim().min(1).max(200);

/** Who a visitor of a public page is. */
export const visitorRegistration = z
  .strictObject({
    slug: z.string().describe("Of the flow."),
    registrationId: z.string(),
    isVerified: z
      .boolean()
      .describe("Whether the visitor has proved a contact, or an account at an identity provider."),
    provenContact: z
      .array(z.enum(["email", "phone"]))
      .describe(
        "Which of `email` and `phone` are proven: a phone by a code, an e-mail address by an identity provider. The name and any other contact are only what the visitor wrote. Empty where nothing is known.",
      ),
    fullName: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
  })
  .meta({ id: "VisitorRegistration" });

/** The `registration` of a session or certificate. */
export const learnerRegistration =
  "Who enrolled on the public page: a registration of a flow. Name and e-mail address are those of the learner.";

/** The body of a PATCH: at least one of these fields; absent fields do not change. */
export function someOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z
    .strictObject(shape)
    .partial()
    .refine((body) => Object.keys(body).length > 0, failsAs("nothing_sent", "send at least one field"))
    .meta({ minProperties: 1 });
}
