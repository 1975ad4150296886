import { serviceConfig } from "@tenant-ops/kit/process";

/** Learning needs nothing beyond what every service needs. */
export const config = serviceConfig;
