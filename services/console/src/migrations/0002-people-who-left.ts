import type { Migration } from "@tenant-ops/kit/data";

export const peopleWhoLeft: Migration = {
  version: 2,
  change: "Indexes find the people who left a business, and the open invitations of an e-mail address.",
  versionBefore:
    "It does not note who leaves; such people are noticed by the hourly look at people without a membership.",
  indexes: "1f7fc43c84a593d7",
};
