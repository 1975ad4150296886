import { z } from "zod";

/** The setting of `DatabaseOptions.tenancyGuard`, the same in every process. */
export const tenancySettings = {
  TENANCY_GUARD: z
    .union([z.literal("commands"), z.stringbool()])
    .default(true)
    .describe(
      "Refuses database operations that do not name one business; `commands`, for tests, checks what the driver sends too",
    ),
};
