import type { DataLife } from "@tenant-ops/kit/data";
import { pageVisitorLife } from "@tenant-ops/kit/pages";
import { CertificateIssuedSchema, CoursePublishedSchema, SessionStatusChangedSchema } from "@tenant-ops/proto/learning";
import { keepLearnersApart } from "./erasures.store.js";

const until = { retention: { kept: "until_deleted" } } as const;
const always = { retention: { kept: "always" } } as const;

/** Who is in the records of learning, and how long they are kept. */
export const dataLife: DataLife = {
  collections: {
    courses: { ...until, personal: "Texts of the business." },
    sessions: {
      ...always,
      personal: {
        roles: [
          {
            identifiedBy: { userId: ["userId"], email: ["email"] },
            // Trigrams are made of name and e-mail address.
            details: { fullName: "", trigrams: [], visitId: undefined },
          },
        ],
        onErase: keepLearnersApart,
      },
    },
    examAttempts: { ...always, personal: "Scores; the session says whose." },
    visitors: pageVisitorLife,
  },
  events: [SessionStatusChangedSchema, CertificateIssuedSchema, CoursePublishedSchema],
};
