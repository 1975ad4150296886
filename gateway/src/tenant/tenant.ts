import type { Caller } from "@tenant-ops/kit/call";

/** Limits of a business or of a key that replace the defaults; an absent number means the default. */
export interface RateOverrides {
  requestsPerMinute?: number | undefined;
  writesPerMinute?: number | undefined;
  listsPerMinute?: number | undefined;
}

/** The authenticated caller: what services receive as `Caller`, and what only the gateway needs. */
export interface Tenant extends Caller {
  /** Of a test key: the live business. `businessId` is then its sandbox. */
  sandboxOf?: string;
  /** `session`: a person in the application. */
  credential: "key" | "token" | "session";
  /** Of a person in the application: when they last proved who they are. */
  provenAt?: Date;
  /** Writes need the proposal_token of their preview, because the business or the key says so. */
  requireProposal: boolean;
  /** The words of the parameter `toolsets` for requests that name none; a setting of the key. */
  toolsets: readonly string[];
  /** Of the business; all its keys share these. */
  businessRates: RateOverrides;
  /** Of this key alone. */
  keyRates: RateOverrides;
}
