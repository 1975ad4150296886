import type { Role } from "@tenant-ops/rest/console";

/** One person in one business. */
export interface Membership {
  _id: string;
  businessId: string;
  personId: string;
  name: string;
  /** The name in lower case, to find members by its beginning. */
  nameKey: string;
  /** The address of the invitation to this business, in lower case. */
  email: string;
  role: Role;
  createdAt: Date;
}
