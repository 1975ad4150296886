import { isSandboxId } from "@tenant-ops/kit/call";
import { defineNoun } from "@tenant-ops/kit/process";
import { AccountsService } from "@tenant-ops/proto/accounts";
import type { AccountsContext } from "../dependencies.js";
import { credentialChangeIndexes, daysKept, findChanges } from "./changes.store.js";

/** The answer has this many changes at most; with more, a gateway forgets everything. */
const changesMax = 1000;
/** Clocks of replicas differ, and a change gets its time before it is stored. */
const overlapMs = 5000;
/** Longer than a gateway remembers a key: older changes cannot concern it. */
const sinceMsMax = 60_000;

export const changes = defineNoun({
  api: AccountsService,
  collections: {
    credentialChanges: {
      indexes: credentialChangeIndexes,
      ofBusiness: "none",
      retention: { kept: "days_after", field: "at", days: daysKept },
      personal: "Ids of businesses and keys.",
    },
  },
  rpcs: (_verbs, { db }: AccountsContext) => ({
    listChanges: async ({ since }) => {
      const now = Date.now();
      const asked = since === "" ? now : Date.parse(since);
      const from = new Date(Math.max(asked, now - sinceMsMax) - overlapMs);
      // Read from the database: another process may have closed a business a moment ago.
      const [found] = await Promise.all([findChanges(db, from, changesMax + 1), db.closedBusinesses.refresh()]);
      return {
        changes: found.slice(0, changesMax).map(({ businessId, keyId = "" }) => ({ businessId, keyId })),
        isIncomplete: found.length > changesMax,
        // Of a sandbox the gateway knows the business; services refuse its earlier ids.
        closedBusinessIds: db.closedBusinesses.list().filter((id) => !isSandboxId(id)),
        until: new Date(now).toISOString(),
      };
    },
  }),
});
