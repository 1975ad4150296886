import { serviceConfig, wholeNumber } from "@tenant-ops/kit";

export const config = serviceConfig.extend({
  PRIZE_SWEEP_MS: wholeNumber(2000, "How often prizes whose time is over are looked for"),
});
