import { analyticsIndexes, type DatabaseSchema } from "@tenant-ops/kit/data";
import { gatewayCollections } from "./collections.js";
import { migrations } from "./migrations/migrations.js";

/**
 * The database of the gateway. Its collections are shared, because the gateway looks up a key before the business is known; those of the calls that it
 * counts are not.
 */
export const gatewaySchema: DatabaseSchema = {
  indexes: analyticsIndexes,
  sharedIndexes: gatewayCollections,
  migrations,
};
