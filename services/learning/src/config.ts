import { wholeNumber } from "@tenant-ops/kit/config";
import { serviceConfig } from "@tenant-ops/kit/process";
import { retentionSettings } from "@tenant-ops/kit/retention";

export const config = serviceConfig.extend({
  ...retentionSettings,
  QUOTA_COURSES: wholeNumber(10_000, "How many courses a business may have"),
});
