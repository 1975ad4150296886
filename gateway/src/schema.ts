import type { DatabaseSchema } from "@tenant-ops/kit/data";
import { gatewayCollections } from "./collections.js";
import { migrations } from "./migrations/migrations.js";

/** The database of the gateway. Its collections are shared: the gateway looks a key up before it knows the business. */
export const gatewaySchema: DatabaseSchema = { sharedIndexes: gatewayCollections, migrations };
