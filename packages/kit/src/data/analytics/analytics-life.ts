import type { CollectionLife } from "../data-life.types.js";
import { countChangeCollection, openCountCollection, packedCountCollection } from "./analytics-records.js";

/** To spread into the data life of a service that counts for analytics. */
export const analyticsLife: Readonly<Record<string, CollectionLife>> = Object.fromEntries(
  [countChangeCollection, openCountCollection, packedCountCollection].map((collection) => [
    collection,
    { retention: { kept: "always" }, personal: "Counters per day, without names of persons." },
  ]),
);
