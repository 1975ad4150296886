import type * as routes from "@tenant-ops/rest/console";
import { useBusiness } from "../../api/business.js";
import { type CallReply, consoleCall } from "../../api/console-call.js";
import { useList } from "../../api/use-list.js";
import { useWrite } from "../../api/use-write.js";
import type { connectionFilters } from "../../app/page-filters.js";
import type { FilterValues } from "../../components/filter-spec.js";

export type Connection = CallReply<typeof routes.listConnections>["items"][number];

const ofBusiness = "/v1/console/businesses/{businessId}/connections";
const ofPerson = "/v1/console/connections";
const listConnections = consoleCall<typeof routes.listConnections>("listConnections", "GET", ofBusiness);
const revokeConnection = consoleCall<typeof routes.revokeConnection>(
  "revokeConnection",
  "POST",
  `${ofBusiness}/{connectionId}/revoke`,
);
const listOwnConnections = consoleCall<typeof routes.listOwnConnections>("listOwnConnections", "GET", ofPerson);
const revokeOwnConnection = consoleCall<typeof routes.revokeOwnConnection>(
  "revokeOwnConnection",
  "POST",
  `${ofPerson}/{connectionId}/revoke`,
);

const ownKey = ["person", "connections"];

export function useConnections(filters: FilterValues<typeof connectionFilters>) {
  const { _id: businessId } = useBusiness().business;
  return useList([businessId, "connections", filters], ({ cursor, signal }) =>
    listConnections({ businessId, ...filters, ...(cursor && { cursor }) }, { signal }),
  );
}

export function useRevokeConnection(onDone: () => void) {
  const { _id: businessId } = useBusiness().business;
  const settings = { changes: [[businessId, "connections"], ownKey], onDone };
  return useWrite((connectionId: string, options) => revokeConnection({ businessId, connectionId }, options), settings);
}

/** Those of the person, in all businesses. */
export const useOwnConnections = () =>
  useList(ownKey, ({ cursor, signal }) => listOwnConnections({ ...(cursor && { cursor }) }, { signal }));

export function useRevokeOwnConnection(businessId: string, onDone: () => void) {
  const settings = { changes: [ownKey, [businessId, "connections"]], onDone };
  return useWrite((connectionId: string, options) => revokeOwnConnection({ connectionId }, options), settings);
}
