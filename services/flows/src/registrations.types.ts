import type { AcceptedDocument } from "./documents.types.js";
import type { Utm } from "./flows.types.js";
import type { Redirect } from "./redirects.types.js";

/** What a visitor entered on a page. It holds no address and no visitor id. */
export interface Registration {
  _id: string;
  flowId: string;
  slug: string;
  /** Keyed by the identifier of the field. */
  answers: Record<string, string>;
  /** UTM values of the flow at the time of the registration. */
  utm: Utm;
  /** Where the visitor was sent: the main redirect of that time, or an additional one. */
  redirect: Redirect;
  /** Absent when none had to be accepted. */
  acceptedDocuments?: AcceptedDocument[];
  createdAt: Date;
}

export type NewRegistration = Omit<Registration, "_id" | "createdAt">;
