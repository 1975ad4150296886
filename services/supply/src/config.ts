import { wholeNumber } from "@tenant-ops/kit/config";
import { serviceConfig } from "@tenant-ops/kit/process";
import { retentionSettings } from "@tenant-ops/kit/retention";
import type { VerbContext } from "@tenant-ops/kit/verbs";
import type * as z from "zod";

export const config = serviceConfig.extend({
  ...retentionSettings,
  QUOTA_CENTERS: wholeNumber(10_000, "How many centers a business may have"),
  QUOTA_STOCKS: wholeNumber(100_000, "How many products a business may have"),
  QUOTA_CENTER_STOCKS: wholeNumber(200_000, "How many center stocks a business may have"),
});

/** What the verbs of supply need of it. */
export type SupplyContext = VerbContext<z.infer<typeof config>>;
