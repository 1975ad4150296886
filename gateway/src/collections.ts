import { namedWriteIndexes } from "./accounts/named-writes.store.js";
import { operatorCallIndexes } from "./admin/operator-calls.store.js";
import { businessIndexes } from "./auth/businesses.store.js";
import { keyIndexes } from "./auth/keys.store.js";
import { sandboxIndexes } from "./auth/sandboxes.store.js";
import { offboardingIndexes } from "./offboarding/offboardings.store.js";
import { personRequestIndexes } from "./privacy/person-requests.store.js";
import { retentionIndexes } from "./retention/retentions.store.js";

/** The collections that are shared between businesses, because the gateway looks up a key before the business is known: all but its counters. */
export const gatewayCollections = {
  businesses: businessIndexes,
  sandboxes: sandboxIndexes,
  keys: keyIndexes,
  operatorCalls: operatorCallIndexes,
  operatorWrites: namedWriteIndexes,
  personRequests: personRequestIndexes,
  offboardings: offboardingIndexes,
  retentions: retentionIndexes,
};
