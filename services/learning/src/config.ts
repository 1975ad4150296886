import { serviceConfig } from "@tenant-ops/kit/process";

/** The learning service has only the settings of every service. */
export const config = serviceConfig;
