import type { Db, Document } from "mongodb";
import { classifyDatabaseError } from "../../errors/database-failures.js";
import { locateRows, type RawRows } from "../../serialization/raw-rows.js";
import type { TenancyGuard } from "./tenancy-guard.js";

/**
 * Creates the function that sends `find` commands whose answer is one batch of undecoded documents. The driver's cursor would cost more
 * than the command, and decoding each document as much again. The driver leaves the answer as it is, because it would make an object per row.
 */
export function createRawFinder(mongo: Db, tenancyGuard: TenancyGuard | undefined) {
  return async (command: Document): Promise<RawRows> => {
    tenancyGuard?.checkFilter("find", command["find"] as string, command["filter"] as Document);
    const send = () => mongo.command({ ...command, readConcern: { level: "majority" } }, { raw: true });
    // The driver repeats reads of its own methods once after such an error, but no commands.
    const reply = await send().catch((error: unknown) => {
      if (classifyDatabaseError(error)?.code !== "service_unavailable") throw error;
      return send();
    });
    return locateRows(reply["cursor"] as Buffer);
  };
}
