import type { Migration } from "@tenant-ops/kit/data";
import { normalizeEmail } from "../people/email-address.js";

/**
 * Records whose addresses become equal are not merged: people, memberships and links are identified by their ids, and only searches use the address.
 * So no right is gained or lost.
 */
export const addressesInLowerCase: Migration = {
  version: 3,
  change: "E-mail addresses of people, memberships and invitations are in lower case.",
  versionBefore:
    "It stores the address of an invitation, and of the person who uses it, as it was typed; the next job changes these. Until then such an invitation does not keep a former member of this address.",
  indexes: "1f7fc43c84a593d7",
  up: async ({ changeRecords }) => {
    for (const collection of ["invitations", "people", "memberships"])
      await changeRecords({
        collection,
        // Addresses are ASCII: the routes and pages that take them accept no others.
        filter: { email: { $regex: "[A-Z]" } },
        fields: ["email"],
        toUpdate: ({ email }) => ({ $set: { email: normalizeEmail(String(email)) } }),
      });
  },
};
