import type { DataLife } from "@tenant-ops/kit/data";
import { pageVisitorLife, registrationRole } from "@tenant-ops/kit/pages";
import { CertificateIssuedSchema, CoursePublishedSchema, SessionStatusChangedSchema } from "@tenant-ops/proto/learning";
import { keepLearnersApart } from "./sessions/ended-sessions.store.js";

const until = { retention: { kept: "until_deleted" } } as const;
const bySessions = { retention: { kept: "by_rule", kind: "sessions" } } as const;
const always = { retention: { kept: "always" } } as const;

/** Who is in the records of learning, and how long they are kept. */
export const dataLife: DataLife = {
  collections: {
    courses: { ...until, personal: "Texts of the business." },
    sessions: {
      ...bySessions,
      personal: {
        roles: [
          {
            ...registrationRole,
            identifiedBy: { userId: ["userId"], email: ["email"], ...registrationRole.identifiedBy },
            // A learner whom the business has enrolled has the e-mail address that the business gave.
            isTyped: ({ registration }) => registration !== undefined,
            details: { ...registrationRole.details, fullName: "", words: [], visitId: undefined },
          },
        ],
        onErase: keepLearnersApart,
        // In an archive, several sessions of a course may have the same learner after an erasure.
        needsNoHookInArchives: true,
      },
    },
    examAttempts: { ...bySessions, personal: "Scores; the session says whose." },
    visitors: pageVisitorLife,
    endedSessions: {
      ...always,
      personal: { roles: [{ identifiedBy: { userId: ["userId"] }, details: { visitId: undefined } }] },
    },
  },
  events: [SessionStatusChangedSchema, CertificateIssuedSchema, CoursePublishedSchema],
};
