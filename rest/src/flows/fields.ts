import * as z from "zod";
import { line } from "../fields.js";

// Fields that several nouns of flows have in common.

export const slugText = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

/** The `{slug}` of a path: any text, because an unknown slug and one that cannot exist get the same answer. */
export const bySlug = z.strictObject({ slug: z.string().min(1).max(200) });

const utmValue = line(200);
export const utmInput = { source: utmValue, medium: utmValue, campaign: utmValue, content: utmValue };

export const utm = z
  .strictObject({ source: z.string(), medium: z.string(), campaign: z.string(), content: z.string() })
  .meta({ id: "Utm", description: "UTM values; empty where there is none." });

export const redirectType = z.enum(["roulette", "course", "survey", "event", "url"]);

export const acceptedDocuments = z
  .array(
    z
      .strictObject({
        documentId: z.string(),
        kind: z.enum(["terms", "privacy", "permit"]),
        title: z.string(),
        sha256: z.string().describe("Of the version that was accepted; it stays readable under this hash."),
      })
      .meta({ id: "AcceptedDocument" }),
  )
  .describe("What the visitor accepted, in the version that the page showed.");

export const redirectInput = z
  .strictObject({
    type: redirectType,
    targetId: z.string().max(200).default("").describe("Required, except for the type `url`."),
    url: z.string().max(2048).default("").describe("A complete https address; only for the type `url`."),
  })
  .describe("Where visitors go after they have registered.");

export const redirect = z
  .strictObject({
    type: redirectType,
    targetId: z.string().describe("The roulette, course, survey or event; empty for the type `url`."),
    url: z.string().describe("The address; empty for all other types."),
  })
  .meta({ id: "Redirect", description: "Where visitors go after they have registered." });
