import type { CollectionLife } from "./data-life.types.js";
import { outboxDays } from "./infrastructure.js";

const isInternal = true;
const until = { retention: { kept: "until_deleted" } } as const;
const after = (field: string, days: number) => ({ retention: { kept: "days_after", field, days } }) as const;

/** The kit's own collections, which every service has. Persons in them are found by the erasure itself, not by roles. */
export const infrastructureLife: Readonly<Record<string, CollectionLife>> = {
  outbox: {
    isInternal,
    ...after("publishedAt", outboxDays),
    personal: "Events; an erasure changes the fields that name the person.",
  },
  idempotency: {
    isInternal,
    ...after("createdAt", 1),
    personal: "Stored answers; an erasure replaces every value of the person.",
  },
  inbox: { isInternal, ...after("at", 2 * outboxDays), personal: "Ids of events." },
  deadLetters: {
    isInternal,
    ...after("at", 90),
    personal: "Events; an erasure changes the fields that name the person.",
  },
  leases: { ...until, isInternal, personal: "Names of processes." },
  migrations: { retention: { kept: "always" }, ofBusiness: "none", personal: "Steps of the schema." },
  reconciliations: {
    ...until,
    isInternal,
    personal: "When the last one ended, and how many problems it found.",
  },
  personErasures: {
    isInternal,
    ...after("createdAt", 60),
    personal:
      "What an erasure looks for, ids of the records that it has changed, and how far a deletion has come. It is deleted when they have ended.",
  },
  closedBusinesses: {
    ...until,
    isInternal,
    personal: "Ids of closed businesses; of deleted ones, hashes for 30 days.",
  },
  quotaGuards: { ...until, isInternal, personal: "Counters." },
  dailyCounts: { retention: { kept: "always" }, personal: "Counters per day." },
};
