import type { Database } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { AccountsService } from "@tenant-ops/proto/accounts";
import { findBusiness } from "../auth/businesses.store.js";

/** The rpcs by which the console service reads the business of its call. */
export function accountsRpcs(db: Database): RpcHandlers<typeof AccountsService> {
  return {
    getBusiness: async (_request, { businessId }) => {
      const found = await findBusiness(db, businessId);
      if (!found) return {};
      const { _id: id, name, country, currency, timeZone, active, requireProposal } = found;
      return { business: { id, name, country, currency, timeZone, active, requireProposal } };
    },
  };
}
