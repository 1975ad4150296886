import { wholeNumber } from "@tenant-ops/kit/config";
import { serviceConfig } from "@tenant-ops/kit/process";

export const config = serviceConfig.extend({
  QUOTA_COURSES: wholeNumber(10_000, "How many courses a business may have"),
});
