import type { CollectionLife } from "../data-life.types.js";
import { openCountCollection, packedCountCollection } from "./analytics-records.js";

/** To spread into the data life of a service that counts for analytics. */
export const analyticsLife: Readonly<Record<string, CollectionLife>> = {
  [openCountCollection]: { retention: { kept: "always" }, personal: "Counters per day, without names of persons." },
  [packedCountCollection]: { retention: { kept: "always" }, personal: "Counters per day, without names of persons." },
};
