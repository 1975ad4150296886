import type { Migration } from "@tenant-ops/kit/data";
import type { Session } from "../sessions/sessions.types.js";
import { toTrigrams } from "../sessions/student-search.rules.js";

/** Searches find sessions without trigrams too, but examine all of them. */
export const trigramsOfSessions: Migration = {
  version: 2,
  change: "Every session has the trigrams of its student.",
  versionBefore: "It ignores them, and writes sessions without.",
  indexes: "e914c6703976112c",
  up: ({ changeRecords }) =>
    changeRecords({
      collection: "sessions",
      filter: { trigrams: null },
      fields: ["fullName", "email"],
      toUpdate: (session) => {
        const { fullName, email } = session as Session;
        return { $set: { trigrams: toTrigrams(fullName, email) } };
      },
    }),
};
