import type { CollectionLife } from "./data-life.types.js";
import { outboxDays } from "./infrastructure.js";

const until = { retention: { kept: "until_deleted" } } as const;
const after = (field: string, days: number) => ({ retention: { kept: "days_after", field, days } }) as const;

/** The kit's own collections, which every service has. Persons in them are found by the erasure itself, not by roles. */
export const infrastructureLife: Readonly<Record<string, CollectionLife>> = {
  outbox: {
    ...after("publishedAt", outboxDays),
    personal: "Events; an erasure changes the fields that name the person.",
  },
  idempotency: { ...after("createdAt", 1), personal: "Stored answers; an erasure replaces every value of the person." },
  inbox: { ...after("at", 2 * outboxDays), personal: "Ids of events." },
  deadLetters: { ...after("at", 90), personal: "Events; an erasure changes the fields that name the person." },
  leases: { ...until, personal: "Names of processes." },
  migrations: { retention: { kept: "always" }, personal: "Steps of the schema." },
  sandboxFences: { ...until, personal: "Counters." },
  personErasures: {
    ...after("createdAt", 60),
    personal: "What an erasure looks for. It is deleted when the erasure has ended.",
  },
  quotaGuards: { ...until, personal: "Counters." },
  dailyCounts: { retention: { kept: "always" }, personal: "Counters per day." },
};
