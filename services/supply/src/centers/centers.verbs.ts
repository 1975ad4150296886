import { createQuota } from "@tenant-ops/kit/data";
import { type FieldsOf, joinReviews, reviewName } from "@tenant-ops/kit/rpc";
import { defineVerb } from "@tenant-ops/kit/verbs";
import type { ServiceCenterRequest } from "@tenant-ops/proto/supply";
import type { SupplyContext } from "../config.js";
import { type CenterChanges, planCenter, planCenterUpdate, requireCenter, reviewCenter } from "./centers.rules.js";
import { findCenter, findCenterByName, insertCenter, saveCenter } from "./centers.store.js";

/** Adds a place that keeps products. */
export const createCenter = defineVerb(({ config: { QUOTA_CENTERS: max } }: SupplyContext) => ({
  quota: createQuota({ collection: "centers", records: "centers", max, setting: "QUOTA_CENTERS" }),
  plan: (request: FieldsOf<ServiceCenterRequest>, _, call) => planCenter(request, call),
  loadFacts: (scope, { name }) => findCenterByName(scope, name),
  review: (planned, sameName) => joinReviews(reviewName("center", sameName), reviewCenter(planned)),
  write: insertCenter,
}));

/** Changes the fields that are given. */
export const updateCenter = defineVerb(() => ({
  load: async (scope, { id }: { id: string; changes: CenterChanges }) => requireCenter(await findCenter(scope, id), id),
  plan: ({ changes }, before) => planCenterUpdate(before, changes),
  write: saveCenter,
}));
