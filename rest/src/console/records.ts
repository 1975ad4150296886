import * as z from "zod";
import { roles } from "../access/roles.js";
import { dateTime } from "../fields.js";

// The routes of people who are signed in to the console. They are for its pages only, so the public document does not list them.

export const consolePath = "/v1/console";
export const businessPath = `${consolePath}/businesses/{businessId}`;

export const ofBusiness = z.strictObject({ businessId: z.string().min(1).max(200) });

/** The name of a person. */

export const person = z.strictObject({
  _id: z.string(),
  name: z.string(),
  email: z.string().describe("As the invitation named it, in lower case; it is not proven."),
  language: z.enum(["es", "en", "pt"]).nullable().describe("null: that of the browser."),
});

/** The answer of an authenticator, as `@simplewebauthn/browser` sends it. Its content is checked by the server's library. */
export const passkeyAnswer = z
  .looseObject({ id: z.string().min(1).max(1500), type: z.literal("public-key"), response: z.looseObject({}) })
  .describe("What `startRegistration` or `startAuthentication` of `@simplewebauthn/browser` returns.");

/** Options for the browser; passed to `@simplewebauthn/browser` unchanged. */
export const passkeyOptions = z.strictObject({
  options: z.looseObject({ challenge: z.string() }).describe("`optionsJSON` of `@simplewebauthn/browser`."),
});

/** From the one that may least to the one that may most. */
export const role = z.enum(roles);

export const invitationFields = {
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
};

/** An invitation that was neither used nor withdrawn and has not expired, without its link. */
export const openInvitation = z.strictObject({
  ...invitationFields,
  isRecovery: z.boolean().describe("Whether it signs a member in again."),
  invitedBy: z
    .string()
    .nullable()
    .describe("The name of the person who invites; null for the operator of the platform."),
  createdAt: dateTime,
  expiresAt: dateTime,
});
