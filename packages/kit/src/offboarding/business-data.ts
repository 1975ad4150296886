import type { Call } from "../call/call.js";
import type { BusinessState } from "../data/infrastructure.js";
import type { PassRequest, PrivacyOptions } from "../privacy/index.js";
import { countBusiness, type CountedBusiness } from "./count-business.js";
import { deleteBusiness, endDeletion } from "./delete-business.js";
import { type BusinessExportPart, exportBusiness } from "./export-business.js";

/** What a process has of the business of a call: how to close it, read it and delete it. Every call may be repeated. */
export interface BusinessData {
  setState(call: Call, change: { state: BusinessState; version: number }): Promise<void>;
  /** Counts for a while. An empty position is the beginning, and the end. */
  count(call: Call, position: string): Promise<CountedBusiness>;
  /** The next part of everything; positions as above. */
  export(call: Call, position: string): Promise<BusinessExportPart>;
  /** Deletes for a while. */
  delete(call: Call, request: PassRequest): Promise<DeletedBusiness>;
  /** Nothing is left: forgets the business itself. */
  end(call: Call, end: { requestId: string; version: number }): Promise<void>;
}

export interface DeletedBusiness {
  isComplete: boolean;
  deletedInPass: number;
  /** In all passes so far. */
  deleted: { collection: string; records: number }[];
}

/** Less than an attempt of the gateway's client may take, so that its answer arrives. */
const workingMs = 2000;

export function createBusinessData(options: PrivacyOptions): BusinessData {
  const { closedBusinesses } = options.db;
  // The gateway asks only when the time for it has come.
  const open = (call: Call): Call => ({ ...call, allowsClosed: "deleting" });
  return {
    setState: ({ businessId }, { state, version }) => closedBusinesses.setState(businessId, version, state),
    count: (call, given) => countBusiness(options, open(call), { given, until: Date.now() + workingMs }),
    export: (call, position) => exportBusiness(options, open(call), position),
    async delete(call, request) {
      // Another process may have been told.
      await closedBusinesses.refresh();
      if (!closedBusinesses.isDeleting(call.businessId)) throw new Error("the business does not leave");
      const result = await deleteBusiness(options, open(call), request, Date.now() + workingMs);
      return { isComplete: result.isComplete, deletedInPass: result.changedInPass, deleted: result.changed };
    },
    end: (call, end) => endDeletion(options, open(call), end),
  };
}
