import { type Client, createSessionClient } from "@tenant-ops/client/session-client";
import { type MemberAccess, useAccess } from "./access.js";
import { withProof } from "./step-up.js";

/** The business of the address, a client of its REST API, and what the person may do there. */
export interface BusinessAccess extends MemberAccess {
  client: Client;
}

// One per business, so that effects and memos can depend on it.
const opened = new WeakMap<MemberAccess, BusinessAccess>();

export function useBusiness(): BusinessAccess {
  const access = useAccess();
  const known = opened.get(access);
  if (known) return known;
  const options = { baseUrl: location.origin, businessId: access.business._id, around: withProof };
  const client = createSessionClient(options);
  const business = { ...access, client };
  opened.set(access, business);
  return business;
}
