import { askForParts, createDataCall } from "../requests/data-calls.js";
import { addCounts, nameService, type RecordCount } from "../requests/record-counts.rules.js";
import type { DataHolder } from "./business-data.js";

/**
 * Counts the records of these businesses (a business and its sandbox) in all processes.
 * @param until milliseconds since 1970; records that are not counted by then are missing in the result, also those of a process that is too slow
 */
export async function countEverywhere(
  holders: readonly DataHolder[],
  businessIds: readonly string[],
  until = Number.POSITIVE_INFINITY,
): Promise<{ records: RecordCount[]; isComplete: boolean }> {
  const counted = await Promise.all(
    holders.flatMap((holder) => businessIds.map((businessId) => countIn(holder, businessId, until))),
  );
  return {
    records: addCounts(counted.flatMap(({ records }) => records)),
    isComplete: counted.every(({ isComplete }) => isComplete),
  };
}

async function countIn(
  { service, data }: DataHolder,
  businessId: string,
  until: number,
): Promise<{ records: RecordCount[]; isComplete: boolean }> {
  const ask = (position: string) => data.count(createDataCall(businessId, "count"), position);
  const { parts, isComplete } = await askForParts(ask, until);
  return { records: parts.flatMap(({ found }) => nameService(service, found)), isComplete };
}
