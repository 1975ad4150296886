import type { Call } from "../call/call.js";
import type { BusinessState } from "../data/infrastructure.js";
import type { PassRequest, PassResult, PrivacyOptions } from "../privacy/index.js";
import { findPart, listOffboardingCollections } from "./business-collections.js";
import { deleteBusiness, endDeletion } from "./delete-business.js";
import { type BusinessExportPart, exportBusiness } from "./export-business.js";

export interface CountedBusiness {
  found: { collection: string; records: number }[];
  position: string;
}

/** The driver reads an answer in one iteration of the event loop: 5,000 ids took up to 76 ms, 2,000 up to 48. */
const idsPerPart = 1000;

/** Counts the records of a business until all are counted, or until `until` (milliseconds since 1970). */
async function countBusiness(
  { db, life }: PrivacyOptions,
  call: Call,
  { given, until }: { given: string; until: number },
): Promise<CountedBusiness> {
  const scope = db.scope(call);
  const collections = listOffboardingCollections(life);
  const counts = new Map<string, number>();
  let [index, after] = given === "" ? [0, ""] : (JSON.parse(given) as [number, string]);
  // At least one part per call, so that every call makes progress.
  for (let collection = collections[index]; collection; collection = collections[index]) {
    const part = await findPart(db, scope, collection, after, { limit: idsPerPart, projection: { _id: 1 } });
    if (part.records.length > 0) counts.set(collection.name, (counts.get(collection.name) ?? 0) + part.records.length);
    [index, after] = part.next === undefined ? [index + 1, ""] : [index, part.next];
    if (Date.now() >= until) break;
  }
  return {
    found: [...counts].map(([collection, records]) => ({ collection, records })),
    position: index < collections.length ? JSON.stringify([index, after]) : "",
  };
}

/** Closes, counts, exports and deletes the data that this process stores of the business of a call. Every call may be repeated. */
export interface BusinessData {
  setState(call: Call, change: { state: BusinessState; version: number }): Promise<void>;
  /** Counts for up to two seconds. The first call gives an empty position; the last answer has one. */
  count(call: Call, position: string): Promise<CountedBusiness>;
  /** Returns the next part of all data; positions as in `count`. */
  export(call: Call, position: string): Promise<BusinessExportPart>;
  /** Deletes for up to two seconds. */
  delete(call: Call, request: PassRequest): Promise<PassResult>;
  /** Call it when no records remain: deletes the state of the business and the progress of the deletion. */
  end(call: Call, end: { requestId: string; version: number }): Promise<void>;
}

/** Shorter than the timeout of an attempt of the client, so that the answer arrives in time. */
const workingMs = 2000;

export function createBusinessData(options: PrivacyOptions): BusinessData {
  const { closedBusinesses } = options.db;
  // No check of the grace period here: accounts sends these calls only after its end.
  const allowDeletion = (call: Call): Call => ({ ...call, allowsClosed: "deleting" });
  return {
    setState: ({ businessId }, { state, version }) => closedBusinesses.setState(businessId, version, state),
    count: (call, given) => countBusiness(options, allowDeletion(call), { given, until: Date.now() + workingMs }),
    export: (call, position) => exportBusiness(options, allowDeletion(call), position),
    async delete(call, request) {
      // The state may have been set through another process.
      await closedBusinesses.refresh();
      if (!closedBusinesses.isDeleting(call.businessId)) throw new Error("the business is not in the state deleting");
      return deleteBusiness(options, allowDeletion(call), request, Date.now() + workingMs);
    },
    end: (call, end) => endDeletion(options, allowDeletion(call), end),
  };
}
