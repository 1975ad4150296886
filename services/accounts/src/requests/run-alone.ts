import type { Readable } from "node:stream";
import { type Database, type LeaseRow, runWithLease } from "@tenant-ops/kit/data";
import { rateLimited } from "@tenant-ops/kit/errors";

const retryAfterSeconds = 5;

/**
 * Runs work that reads all data of a business, or all data about a person, one at a time per business, because it costs far more than any other
 * request.
 * @throws Refusal rate_limited
 */
export async function runAlone<Result>(db: Database, businessId: string, work: () => Promise<Result>): Promise<Result> {
  const ran = await runWithLease(db.infrastructure<LeaseRow>("leases"), `person search ${businessId}`, work);
  if (ran) return ran.result;
  throw rateLimited("A search or an export of this business is running.", retryAfterSeconds);
}

/** The same for a download: until it has ended or was aborted, no other one of the business can begin. @throws Refusal rate_limited */
export function openAlone(db: Database, businessId: string, open: () => Readable): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const send = () =>
      new Promise<void>((end) => {
        const stream = open();
        stream.once("close", end);
        resolve(stream);
      });
    runAlone(db, businessId, send).catch(reject);
  });
}
