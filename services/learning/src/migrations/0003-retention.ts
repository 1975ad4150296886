import type { Migration } from "@tenant-ops/kit/data";

export const retention: Migration = {
  version: 3,
  change:
    "Archives of sessions, the rules of businesses and what deleted sessions leave behind are stored; indexes find them.",
  versionBefore:
    "It knows neither, deletes no session by its age, lets a learner whose session has left begin anew, and its comparison of all records finds counters of learning too high.",
  indexes: "8c3cb6c097ab4d15",
};
