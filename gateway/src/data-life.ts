import { analyticsLife, type DataLife } from "@tenant-ops/kit/data";
import { revokedKeptDays } from "./auth/keys.store.js";
import { deleteSandboxOf } from "./auth/sandboxes.store.js";
import { forgetInOperatorRecords } from "./offboarding/operator-records.js";

const until = { retention: { kept: "until_deleted" } } as const;

/** Which persons are in the records of the gateway, and how long the records are kept. */
export const dataLife: DataLife = {
  collections: {
    businesses: { ...until, ofBusiness: "_id", personal: "Names and settings of businesses." },
    sandboxes: { ...until, ofBusiness: "_id", personal: "Ids." },
    // Only a key that was revoked has the time.
    keys: {
      retention: { kept: "days_after", field: "revokedAt", days: revokedKeptDays },
      isShared: true,
      personal: "Hashes and names of keys. One that was not revoked stays until the business is deleted.",
    },
    personRequests: {
      retention: { kept: "always" },
      isShared: true,
      personal: "Names of the person until an erasure is complete, or an export has ended; afterwards keyed hashes.",
    },
    retentions: { ...until, ofBusiness: "_id", personal: "How long the business keeps what." },
    operatorCalls: {
      retention: { kept: "days_after", field: "at", days: 400 },
      ofBusiness: "none",
      personal: "Operators, by the name of their key.",
    },
    operatorWrites: {
      retention: { kept: "days_after", field: "createdAt", days: 1 },
      ofBusiness: "none",
      personal: "Answers to operators; that of an invitation names who was invited.",
    },
    offboardings: {
      retention: { kept: "days_after", field: "expiresAt", days: 0 },
      ofBusiness: "none",
      personal: "Ids of businesses, counts, and keyed hashes of who asked.",
    },
    ...analyticsLife,
  },
  deletionSteps: [
    forgetInOperatorRecords,
    async ({ db, businessId }) => ({ changed: { sandboxes: await deleteSandboxOf(db, businessId) } }),
  ],
};
