import type { CollectionLife, DataLife } from "@tenant-ops/kit/data";
import { FlowRegistrationCompletedSchema } from "@tenant-ops/proto/flows";
import {
  deriveVisitorIds,
  eraseRegistration,
  findVisitorNames,
  listRegistrationFiles,
} from "./registrations/registrations.erasure.js";

const until = { retention: { kept: "until_deleted" } } as const;
const always = { retention: { kept: "always" } } as const;
const expires = { retention: { kept: "days_after", field: "expiresAt", days: 0 } } as const;
/** Answers are compared with these only, because other user ids can be any text. */
const answer = ["email", "phone", "visitorId"] as const;

const registrations: CollectionLife = {
  retention: { kept: "by_rule", kind: "registrations" },
  personal: {
    roles: [
      {
        identifiedBy: {
          // Spins, prizes and sessions contain the id of their registration.
          _id: ["registrationId"],
          "answers.*": answer,
          "phones.*": answer,
          "proof.email": ["email"],
          "proof.phone": ["phone"],
          "proof.subject": ["userId"],
        },
        details: {
          answers: {},
          phones: undefined,
          words: [],
          proof: undefined,
          access: undefined,
          visitor: undefined,
          documents: undefined,
          uploadCount: undefined,
          bank: undefined,
        },
      },
    ],
    onErase: eraseRegistration,
    // `listFiles` covers the files, and only registrations that have ended are in archives.
    needsNoHookInArchives: true,
    findLinks: findVisitorNames,
    listFiles: listRegistrationFiles,
  },
};

/** Who is in the records of flows, and how long they are kept. */
export const dataLife: DataLife = {
  collections: {
    flows: { ...until, personal: "Texts and settings of the business." },
    targets: { ...until, personal: "Names and addresses of other sites." },
    visitors: {
      ...expires,
      isInternal: true,
      personal: "Ids of one day, which cannot be computed any more when it is over.",
    },
    registrations,
    testRuns: {
      ...expires,
      personal: {
        roles: [
          {
            identifiedBy: { "result.registration.answers.*": answer },
            details: { "result.registration.answers": {} },
          },
        ],
      },
    },
    documents: { ...until, personal: "Documents of the business." },
    // Only chunks of an unfinished upload have this field. Files of visitors are deleted with their registrations.
    fileChunks: { ...expires, personal: "Parts of files; the registration names the files of its visitor." },
    bankProviders: { ...until, personal: "Settings of the business." },
    campaigns: { ...until, personal: "Names of the business." },
    signInProviders: { ...until, personal: "Settings of the business." },
    signIns: {
      ...expires,
      isInternal: true,
      personal: {
        roles: [
          // Anybody can ask for a code to any phone.
          { identifiedBy: { "code.phone": ["phone"] } },
          {
            identifiedBy: {
              "proof.phone": ["phone"],
              "proof.email": ["email"],
              "proof.subject": ["userId"],
            },
          },
        ],
        isDeleted: true,
      },
    },
    visitorUsage: { ...expires, isInternal: true, personal: "Hashes with counts." },
    campaignSummaries: { ...until, personal: "Names and counts." },
    campaignTotals: { ...always, personal: "Counts." },
    slugs: { ...until, isShared: true, isInternal: true, personal: "Names of pages." },
    dailySecrets: { ...expires, ofBusiness: "none", personal: "A secret per day." },
    visitorSecrets: {
      ...always,
      ofBusiness: "none",
      personal: "The secret from which the ids of visitors of all businesses are computed.",
    },
    registrationTimers: { ...until, isShared: true, isInternal: true, personal: "Ids of registrations." },
  },
  deriveNames: deriveVisitorIds,
  events: [FlowRegistrationCompletedSchema],
};
