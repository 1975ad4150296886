import type { Caller } from "@tenant-ops/kit/call";

/** Limits of a business or of a key that replace the defaults; an absent number means the default. */
export interface RateOverrides {
  requestsPerMinute?: number | undefined;
  writesPerMinute?: number | undefined;
  listsPerMinute?: number | undefined;
}

/** The authenticated caller: the fields that services receive as `Caller`, and fields that only the gateway needs. */
export interface Tenant extends Caller {
  /** For a test key: the live business. `businessId` is then its sandbox. */
  sandboxOf?: string;
  /** `session`: a person in the application. */
  credential: "key" | "token" | "session";
  /** For an access token: its scopes, and those that its client could get from the key or the person. Tools for all of them are listed. */
  askableScopes?: readonly string[];
  /** For a person in the console: when they last proved their identity. */
  readProof?: () => Promise<Date>;
  /** Writes need the proposal_token of their preview, because the business or the key says so. */
  requireProposal: boolean;
  /** Version of the rules by which people approve writes of this caller; 0: there are none. */
  approvalPolicy: number;
  /** The words of the parameter `toolsets` for requests that name none; a setting of the key. */
  toolsets: readonly string[];
  /** The limits of the business, which its keys share. */
  businessRates: RateOverrides;
  /** The limits of this key alone. */
  keyRates: RateOverrides;
}
