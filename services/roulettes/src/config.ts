import { wholeNumber } from "@tenant-ops/kit/config";
import { retentionSettings } from "@tenant-ops/kit/retention";
import { serviceConfig } from "@tenant-ops/kit/process";
import type { VerbContext } from "@tenant-ops/kit/verbs";
import type * as z from "zod";

export const config = serviceConfig.extend({
  ...retentionSettings,
  PRIZE_SWEEP_MS: wholeNumber(2000, "Milliseconds between two searches for expired prizes"),
  QUOTA_ROULETTES: wholeNumber(10_000, "How many roulettes a business may have"),
  QUOTA_ITEMS: wholeNumber(10_000, "How many roulette items a business may have"),
});

/** What the verbs of roulettes need of it. */
export type RoulettesContext = VerbContext<z.infer<typeof config>>;
