import { wholeNumber } from "@tenant-ops/kit/config";
import { serviceConfig } from "@tenant-ops/kit/process";
import { retentionSettings } from "@tenant-ops/kit/retention";
import type { VerbContext } from "@tenant-ops/kit/verbs";
import type * as z from "zod";

export const config = serviceConfig.extend({
  ...retentionSettings,
  QUOTA_COURSES: wholeNumber(10_000, "How many courses a business may have"),
});

/** What the verbs of learning need of it. */
export type LearningContext = VerbContext<z.infer<typeof config>>;
