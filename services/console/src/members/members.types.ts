import type { Role } from "@tenant-ops/rest/console";

/** One person in one business. */
export interface Membership {
  _id: string;
  businessId: string;
  personId: string;
  role: Role;
  createdAt: Date;
}
