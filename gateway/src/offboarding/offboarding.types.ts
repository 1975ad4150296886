import type { Database } from "@tenant-ops/kit/data";
import type { Logger } from "@tenant-ops/kit/telemetry";
import type { AdvanceOptions } from "./advance-offboarding.js";

/** Options of the routes and the worker of offboarding. */
export interface OffboardingOptions extends AdvanceOptions {
  db: Database;
  logger: Logger;
  pepper: Buffer;
  graceSeconds: number;
}
