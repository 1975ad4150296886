import { serviceConfig } from "@tenant-ops/kit/process";

/** Supply needs nothing beyond what every service needs. */
export const config = serviceConfig;
