import type { DataLife } from "@tenant-ops/kit/data";
import { eraseFormerMember, eraseLastMembers } from "./people/erase-former-member.js";

const until = { retention: { kept: "until_deleted" } } as const;
const expires = { retention: { kept: "days_after", field: "expiresAt", days: 0 } } as const;
const member = "Members of businesses; see `eraseFormerMember` for people who are none any more.";

/** Who is in the records of the console, and how long they are kept. */
export const dataLife: DataLife = {
  collections: {
    memberLocks: { ...until, isInternal: true, personal: "Counters." },
    people: { ...until, ofBusiness: "none", personal: member },
    memberships: {
      ...until,
      isShared: true,
      personal: { roles: [{ identifiedBy: { email: ["email"], personId: ["userId"] } }], isKept: true },
      onLeave: eraseLastMembers,
    },
    invitations: {
      retention: { kept: "days_after", field: "expiresAt", days: 30 },
      isShared: true,
      personal: {
        roles: [{ identifiedBy: { email: ["email"], personId: ["userId"] } }],
        isDeleted: true,
        onErase: eraseFormerMember,
      },
      onLeave: eraseLastMembers,
    },
    sessions: { ...expires, ofBusiness: "none", personal: member },
    challenges: { ...expires, ofBusiness: "none", personal: "Random numbers." },
    identityProviders: { ...until, ofBusiness: "_id", personal: "Settings of the business." },
    identities: { ...until, isShared: true, personal: member, onLeave: eraseLastMembers },
    providerSignIns: {
      ...expires,
      isShared: true,
      isInternal: true,
      personal: "A sign-in that has begun; nobody is known yet.",
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
  },
};
