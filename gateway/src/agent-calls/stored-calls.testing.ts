import { create } from "@bufbuild/protobuf";
import { countCalls } from "@tenant-ops/accounts/testing";
import type { Database } from "@tenant-ops/kit/data";
import { createTestCall } from "@tenant-ops/kit/testing";
import { CountedCallsSchema } from "@tenant-ops/proto/accounts";
import type { PendingBatch } from "./pending-counts.js";

/** Stores what the gateway hands over as accounts does. */
export const storeIn = (db: Database) => ({
  countCalls: ({ id, businessId, rows }: PendingBatch) =>
    countCalls(
      db,
      { ...createTestCall(businessId), idempotencyKey: id, requestDigest: () => "" },
      rows.map(({ values: { error_code: errorCode, ...values }, at, counts }) =>
        create(CountedCallsSchema, { ...values, errorCode, at: at.toISOString(), counts }),
      ),
    ),
});
