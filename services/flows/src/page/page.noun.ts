import { defineNoun } from "@tenant-ops/kit/process";
import { usageIndexes } from "../limits/visitor-limits.js";
import { signInIndexes } from "../sign-in/sign-ins.store.js";
import { untilExpiry } from "../retentions.js";
import { pageHttp } from "./page.http.js";
import { type PageReads, pageVerbs } from "./page-context.js";

/** The public pages of flows: how far visitors have come with their proofs, and what they have used. */
export const pages = defineNoun({
  collections: {
    signIns: {
      indexes: signInIndexes,
      retention: untilExpiry,
      isInternal: true,
      personal: {
        roles: [
          // Anybody can ask for a code to any phone.
          { identifiedBy: { "code.phone": ["phone"] } },
          { identifiedBy: { "proof.phone": ["phone"], "proof.email": ["email"], "proof.subject": ["userId"] } },
        ],
        isDeleted: true,
      },
    },
    visitorUsage: { indexes: usageIndexes, retention: untilExpiry, isInternal: true, personal: "Hashes with counts." },
  },
  verbs: pageVerbs,
  http: (app, verbs, reads: PageReads) => pageHttp(app, { ...reads, verbs }),
});
