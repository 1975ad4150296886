import type { DataLife, PersonRole } from "@tenant-ops/kit/data";
import { pageVisitorLife, registrationRole } from "@tenant-ops/kit/pages";
import {
  PrizeClaimedSchema,
  PrizeExpiredSchema,
  PrizeWonSchema,
  SpinCompletedSchema,
} from "@tenant-ops/proto/roulettes";
import { moveToTombstone } from "./spins/players.store.js";

const until = { retention: { kept: "until_deleted" } } as const;
const always = { retention: { kept: "always" } } as const;
const bySpins = { retention: { kept: "by_rule", kind: "spins" } } as const;
const player = { userId: ["userId"] } as const;
/** The player, and the visitor who has registered: an erasure by another name of the visitor keeps the id, under which the spins are counted. */
const listRoles = (further: Readonly<Record<string, unknown>>): PersonRole[] => {
  const details = { ...registrationRole.details, ...further };
  return [
    { identifiedBy: player, details },
    { ...registrationRole, details },
  ];
};

/** Who is in the records of roulettes, and how long they are kept. */
export const dataLife: DataLife = {
  collections: {
    items: { ...until, personal: "Names of prizes." },
    roulettes: { ...until, personal: "Names and settings." },
    spins: {
      ...bySpins,
      personal: { roles: listRoles({ visitId: undefined, words: [] }) },
    },
    players: { ...always, personal: { roles: [{ identifiedBy: player }], onErase: moveToTombstone } },
    prizes: {
      ...bySpins,
      personal: { roles: listRoles({ words: [] }) },
    },
    visitors: pageVisitorLife,
    spinCheckpoints: { ...always, personal: "Counters." },
    prizeTimers: { ...until, isShared: true, isInternal: true, personal: "Ids of prizes." },
    giftTypes: { ...until, ofBusiness: "none", personal: "A catalogue of the mesh, without a business." },
    rouletteTypes: { ...until, ofBusiness: "none", personal: "A catalogue of the mesh, without a business." },
  },
  events: [SpinCompletedSchema, PrizeWonSchema, PrizeClaimedSchema, PrizeExpiredSchema],
};
