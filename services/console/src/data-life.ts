import type { DataLife } from "@tenant-ops/kit/data";
import { eraseEarlierMembers, eraseFormerMember, eraseLastMember } from "./people/erase-former-member.js";

const until = { retention: { kept: "until_deleted" } } as const;
const expires = { retention: { kept: "days_after", field: "expiresAt", days: 0 } } as const;
const member =
  "Members of businesses. Who has been a member of none for 30 days, has not signed in meanwhile and has no open invitation, is deleted (`former-members.ts`).";

/** Who is in the records of the console, and how long they are kept. */
export const dataLife: DataLife = {
  collections: {
    memberLocks: { ...until, isInternal: true, personal: "Counters." },
    people: { ...until, ofBusiness: "none", personal: member },
    memberships: {
      ...until,
      isShared: true,
      personal: { roles: [{ identifiedBy: { email: ["email"], personId: ["userId"] } }], isKept: true },
      onBusinessDeletion: eraseLastMember,
    },
    invitations: {
      retention: { kept: "days_after", field: "expiresAt", days: 30 },
      isShared: true,
      personal: {
        roles: [{ identifiedBy: { email: ["email"], personId: ["userId"] } }],
        isDeleted: true,
        onErase: eraseFormerMember,
      },
      onBusinessDeletion: eraseLastMember,
    },
    sessions: { ...expires, ofBusiness: "none", personal: member },
    challenges: { ...expires, ofBusiness: "none", personal: "Random numbers." },
    identityProviders: { ...until, ofBusiness: "_id", personal: "Settings of the business." },
    identities: {
      ...until,
      isShared: true,
      personal:
        "Hashes, and ids of people. It stays when the person is deleted: who was removed does not come back by signing in.",
      onBusinessDeletion: eraseLastMember,
    },
    providerSignIns: {
      ...expires,
      isShared: true,
      isInternal: true,
      personal: "A sign-in that has begun; the person is not known yet.",
    },
    connections: { retention: { kept: "days_after", field: "expiresAt", days: 30 }, isShared: true, personal: member },
    authorizationCodes: {
      retention: { kept: "days_after", field: "expiresAt", days: 1 },
      isShared: true,
      isInternal: true,
      personal: "Hashes.",
    },
    answeredConsents: { ...expires, ofBusiness: "none", personal: "Random numbers." },
    oauthClients: { ...expires, ofBusiness: "none", personal: "Programs." },
    applicationFiles: { ...expires, ofBusiness: "none", personal: "Scripts and styles of the application." },
  },
  deletionSteps: [eraseEarlierMembers],
};
