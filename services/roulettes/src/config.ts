import { wholeNumber } from "@tenant-ops/kit/config";
import { serviceConfig } from "@tenant-ops/kit/process";

export const config = serviceConfig.extend({
  PRIZE_SWEEP_MS: wholeNumber(2000, "Milliseconds between two searches for expired prizes"),
});
