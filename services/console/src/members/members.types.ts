import type { Role } from "@tenant-ops/rest/console";

/** One person in one business. */
export interface Membership {
  _id: string;
  businessId: string;
  personId: string;
  /** In lower case, as the invitation to this business said. */
  email: string;
  role: Role;
  createdAt: Date;
}
