import { defineRoute } from "@tenant-ops/kit/http";
import * as z from "zod";
import { dateTime } from "../fields.js";
import { consolePath, person, role } from "./records.js";

const membership = z.strictObject({
  _id: z.string().describe("Id of the business."),
  name: z.string(),
  country: z.string(),
  currency: z.string(),
  timeZone: z.string(),
  role,
  scopes: z.array(z.string()).describe("What the role allows, such as `supply:read`."),
  isClosed: z
    .boolean()
    .describe("The business is closed: every call except those about its deletion is refused (`business_closed`)."),
});

export const getSession = defineRoute({
  id: "getSession",
  method: "GET",
  path: `${consolePath}/session`,
  service: "console",
  caller: "person",
  access: {},
  summary: "Read who is signed in",
  replies: {
    200: {
      description: "The person and their businesses",
      body: z.strictObject({
        person,
        businesses: z.array(membership),
        hasPasskey: z.boolean().describe("Without a passkey a person can neither sign in nor confirm actions."),
        provenUntil: dateTime.describe("Until then, actions that need a proof are carried out without another one."),
        publicPagesUrl: z
          .string()
          .describe("Where the public pages are: `/flow/{slug}`, `/roulette/{id}` and `/course/{id}` follow it."),
      }),
    },
  },
});

export const signOut = defineRoute({
  id: "signOut",
  method: "POST",
  path: `${consolePath}/sign-out`,
  service: "console",
  caller: "person",
  access: {},
  summary: "End this session",
  replies: { 204: { description: "The session has ended" } },
  idempotency: "accepted",
});
