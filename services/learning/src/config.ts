import { serviceConfig } from "@tenant-ops/kit";

/** Learning needs nothing beyond what every service needs. */
export const config = serviceConfig;
