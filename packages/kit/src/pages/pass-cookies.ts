import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";

/** The data of a visitor for the page of a course. It is stored in a cookie, because an address that contains it would be logged. */
const detailsSchema = z.object({ fullName: z.string().max(300), email: z.string().max(254) });
export type VisitorDetails = z.infer<typeof detailsSchema>;

/** The part of an address that carries a pass. */
export const passParameter = "pass";

/** Flows sets this cookie together with the pass, for the page of the target only. Several passes may be under way at once. */
export const toPassCookieName = (passId: string): string => `pass-${passId.slice(0, 12)}`;

/** The cookie of a visitor who has used a pass. Each target has its own. */
export const toVisitorCookieName = (targetId: string): string => `visitor-${targetId}`;

/** The value of a pass cookie: a secret, and the details of the visitor if the page needs them. */
export function createPassCookie(details?: VisitorDetails): string {
  const secret = randomBytes(32).toString("base64url");
  return details ? `${secret}.${Buffer.from(JSON.stringify(details)).toString("base64url")}` : secret;
}

/** Reads the value of a cookie whose hash a pass has confirmed. */
export function parsePassCookie(value: string): { secret: string; details?: VisitorDetails } {
  const [secret = "", encoded] = value.split(".");
  if (encoded === undefined) return { secret };
  const details = detailsSchema.parse(JSON.parse(Buffer.from(encoded, "base64url").toString("utf8")));
  return { secret, details };
}

/** Cookies are stored and named in passes by this hash only. */
export const hashCookie = (value: string): string => createHash("sha256").update(value).digest("base64url");
