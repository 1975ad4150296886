import type { Call } from "../call/call.js";
import type { BusinessState } from "../data/infrastructure.js";
import type { PassRequest, PrivacyOptions } from "../privacy/index.js";
import { countBusiness, type CountedBusiness } from "./count-business.js";
import { deleteBusiness, endDeletion } from "./delete-business.js";
import { type BusinessExportPart, exportBusiness } from "./export-business.js";

/** Closes, counts, exports and deletes the data that this process stores of the business of a call. Every call may be repeated. */
export interface BusinessData {
  setState(call: Call, change: { state: BusinessState; version: number }): Promise<void>;
  /** Counts for up to two seconds. The first call gives an empty position; the last answer has one. */
  count(call: Call, position: string): Promise<CountedBusiness>;
  /** Returns the next part of all data; positions as in `count`. */
  export(call: Call, position: string): Promise<BusinessExportPart>;
  /** Deletes for up to two seconds. */
  delete(call: Call, request: PassRequest): Promise<DeletedBusiness>;
  /** Call it when no records remain: deletes the state of the business and the progress of the deletion. */
  end(call: Call, end: { requestId: string; version: number }): Promise<void>;
}

export interface DeletedBusiness {
  isComplete: boolean;
  deletedInPass: number;
  /** In all passes so far. */
  deleted: { collection: string; records: number }[];
}

/** Shorter than the timeout of an attempt of the gateway's client, so that the answer arrives in time. */
const workingMs = 2000;

export function createBusinessData(options: PrivacyOptions): BusinessData {
  const { closedBusinesses } = options.db;
  // No check of the grace period here: the gateway sends these calls only after its end.
  const allowDeletion = (call: Call): Call => ({ ...call, allowsClosed: "deleting" });
  return {
    setState: ({ businessId }, { state, version }) => closedBusinesses.setState(businessId, version, state),
    count: (call, given) => countBusiness(options, allowDeletion(call), { given, until: Date.now() + workingMs }),
    export: (call, position) => exportBusiness(options, allowDeletion(call), position),
    async delete(call, request) {
      // The state may have been set through another process.
      await closedBusinesses.refresh();
      if (!closedBusinesses.isDeleting(call.businessId)) throw new Error("the business is not in the state deleting");
      const result = await deleteBusiness(options, allowDeletion(call), request, Date.now() + workingMs);
      return { isComplete: result.isComplete, deletedInPass: result.changedInPass, deleted: result.changed };
    },
    end: (call, end) => endDeletion(options, allowDeletion(call), end),
  };
}
