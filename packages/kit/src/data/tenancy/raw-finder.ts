import type { Db, Document } from "mongodb";
import { classifyDatabaseError } from "../../errors/database-failures.js";
import type { TenancyGuard } from "./tenancy-guard.js";

/**
 * Creates the function that sends `find` commands whose answer is one batch of undecoded documents. The driver's cursor would cost more
 * than the command, and decoding each document as much again.
 */
export function createRawFinder(mongo: Db, tenancyGuard: TenancyGuard | undefined) {
  return async (command: Document): Promise<Buffer[]> => {
    tenancyGuard?.checkFilter("find", command["find"] as string, command["filter"] as Document);
    const send = () =>
      mongo.command({ ...command, readConcern: { level: "majority" } }, { fieldsAsRaw: { firstBatch: true } });
    // The driver repeats reads of its own methods once after such an error, but no commands.
    const reply = await send().catch((error: unknown) => {
      if (classifyDatabaseError(error)?.code !== "service_unavailable") throw error;
      return send();
    });
    return (reply["cursor"] as { firstBatch: Buffer[] }).firstBatch;
  };
}
