import { serviceConfig } from "@tenant-ops/kit";

/** Supply needs nothing beyond what every service needs. */
export const config = serviceConfig;
