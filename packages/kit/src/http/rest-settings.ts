import { z } from "zod";

/** Settings of every process that answers REST. */
export const restSettings = {
  CHECK_REPLIES: z
    .stringbool()
    .default(false)
    .describe("For tests: a REST answer that its route does not declare is an error"),
};
