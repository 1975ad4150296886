import type { SigningSecret } from "@tenant-ops/kit/egress";

/** The provider that validates registrations of a business. Each business has at most one. */
export interface BankProvider {
  /** The id of the business. */
  _id: string;
  url: string;
  /** While it is off, registrations need no validation. */
  isEnabled: boolean;
  secrets: SigningSecret[];
  createdAt: Date;
  updatedAt: Date;
}
