import { createSystemCall } from "@tenant-ops/kit/call";
import { type Database, startLeasedPeriodicTask } from "@tenant-ops/kit/data";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { setTrigrams } from "./sessions.store.js";
import type { Session } from "./sessions.types.js";
import { toTrigrams } from "./student-search.rules.js";

const everyMs = 60 * 60 * 1000;
const sessionsPerRound = 500;

/**
 * Adds the trigrams that sessions of an older version lack: at the start, and once an hour, because in a rolling update that version
 * still runs for a while. Searches find these sessions before, too, but examine all of them. One process at a time does it.
 */
export function startTrigramTakeover(db: Database, logger: Logger): () => Promise<void> {
  const run = () => takeOverTrigrams(db);
  return startLeasedPeriodicTask(
    { database: db, logger },
    { name: "trigram takeover", everyMs, runAtStart: true, run },
  );
}

/** @returns whether there may be more */
export async function takeOverTrigrams(db: Database): Promise<boolean> {
  const found = new Map<string, Map<string, string[]>>();
  let count = 0;
  const stages = [{ $match: { trigrams: null } }, { $limit: sessionsPerRound }];
  for await (const { _id, businessId, fullName, email } of db.acrossBusinesses<Row>("sessions", stages)) {
    const ofBusiness = found.get(businessId) ?? new Map<string, string[]>();
    found.set(businessId, ofBusiness.set(_id, toTrigrams(fullName, email)));
    count += 1;
  }
  for (const [businessId, trigrams] of found) {
    const call = createSystemCall(businessId, "trigram takeover");
    await db.transaction(call, (scope) => setTrigrams(scope, trigrams));
  }
  return count === sessionsPerRound;
}

type Row = Pick<Session, "_id" | "fullName" | "email"> & { businessId: string };
