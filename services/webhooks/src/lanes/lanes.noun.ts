import { defineNoun } from "@tenant-ops/kit/process";
import { laneIndexes } from "./lanes.store.js";

/** When each endpoint is due. Workers look for the next one across all businesses; every other collection is read within one business. */
export const lanes = defineNoun({
  collections: {
    lanes: {
      indexes: laneIndexes,
      retention: { kept: "until_deleted" },
      isShared: true,
      isInternal: true,
      personal: "Times and ids.",
    },
  },
});
