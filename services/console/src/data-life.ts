import type { DataLife } from "@tenant-ops/kit/data";
import { eraseFormerMember } from "./people/erase-former-member.js";

const until = { retention: { kept: "until_deleted" } } as const;
const expires = { retention: { kept: "days_after", field: "expiresAt", days: 0 } } as const;
const member = "Members of businesses; see `eraseFormerMember` for people who are none any more.";

/** Who is in the records of the console, and how long they are kept. */
export const dataLife: DataLife = {
  collections: {
    memberLocks: { ...until, personal: "Counters." },
    people: { ...until, personal: member },
    memberships: {
      ...until,
      isShared: true,
      personal: { roles: [{ identifiedBy: { email: ["email"], personId: ["userId"] } }], isKept: true },
    },
    invitations: {
      retention: { kept: "days_after", field: "expiresAt", days: 30 },
      isShared: true,
      personal: {
        roles: [{ identifiedBy: { email: ["email"], personId: ["userId"] } }],
        isDeleted: true,
        onErase: eraseFormerMember,
      },
    },
    sessions: { ...expires, personal: member },
    challenges: { ...expires, personal: "Random numbers." },
    identityProviders: { ...until, personal: "Settings of the business." },
    identities: { ...until, isShared: true, personal: member },
    providerSignIns: { ...expires, isShared: true, personal: "A sign-in that has begun; nobody is known yet." },
    connections: { retention: { kept: "days_after", field: "expiresAt", days: 30 }, isShared: true, personal: member },
    authorizationCodes: {
      retention: { kept: "days_after", field: "expiresAt", days: 1 },
      isShared: true,
      personal: "Hashes.",
    },
    answeredConsents: { ...expires, personal: "Random numbers." },
    oauthClients: { ...expires, personal: "Programs." },
  },
};
