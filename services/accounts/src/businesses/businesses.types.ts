/** Limits of a business or of a key that replace the defaults of the gateway; an absent number means the default. */
export interface RateOverrides {
  requestsPerMinute?: number | undefined;
  writesPerMinute?: number | undefined;
  listsPerMinute?: number | undefined;
}

/** Without absent numbers, which a map cannot have. */
export function toRatesMessage(rates: RateOverrides): Record<string, number> {
  return Object.fromEntries(Object.entries(rates).filter((rate): rate is [string, number] => rate[1] !== undefined));
}

export interface Business {
  _id: string;
  name: string;
  country: string;
  currency: string;
  timeZone: string;
  /** Writes need the proposal_token of their preview. */
  requireProposal: boolean;
  rates: RateOverrides;
  /** While false, the keys of the business are rejected. */
  active: boolean;
  createdAt: Date;
  /** The rules of approvals that are in force, which the service approvals keeps. Absent before the first ones. */
  approvals?: { version: number; hasRules: boolean };
}
