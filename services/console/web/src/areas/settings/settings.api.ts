import { useQuery } from "@tanstack/react-query";
import type * as routes from "@tenant-ops/rest/console";
import { useBusiness } from "../../api/business.js";
import { type CallInput, type CallReply, consoleCall } from "../../api/console-call.js";
import { useList } from "../../api/use-list.js";
import { useWrite } from "../../api/use-write.js";
import type { FilterValues } from "../../components/filter-spec.js";
import type { memberFilters } from "../../app/page-filters.js";
import type { Reply } from "../../api/public-api.js";

export type Member = CallReply<typeof routes.listMembers>["items"][number];
export type Invitation = CallReply<typeof routes.listInvitations>["items"][number];
export type OwnBusiness = CallReply<typeof routes.getOwnBusiness>;
export type Invite = Omit<CallInput<typeof routes.inviteMember>, "businessId">;
type BusinessChange = Omit<CallInput<typeof routes.updateOwnBusiness>, "businessId">;

const base = "/v1/console/businesses/{businessId}";
const listMembers = consoleCall<typeof routes.listMembers>("listMembers", "GET", `${base}/members`);
const updateMember = consoleCall<typeof routes.updateMember>("updateMember", "PATCH", `${base}/members/{memberId}`);
const removeMember = consoleCall<typeof routes.removeMember>("removeMember", "DELETE", `${base}/members/{memberId}`);
const createRecoveryLink = consoleCall<typeof routes.createRecoveryLink>(
  "createRecoveryLink",
  "POST",
  `${base}/members/{memberId}/recovery`,
);
const listInvitations = consoleCall<typeof routes.listInvitations>("listInvitations", "GET", `${base}/invitations`);
const inviteMember = consoleCall<typeof routes.inviteMember>("inviteMember", "POST", `${base}/invitations`);
const withdrawInvitation = consoleCall<typeof routes.withdrawInvitation>(
  "withdrawInvitation",
  "DELETE",
  `${base}/invitations/{invitationId}`,
);
const getBusiness = consoleCall<typeof routes.getOwnBusiness>("getOwnBusiness", "GET", base);
const updateBusiness = consoleCall<typeof routes.updateOwnBusiness>("updateOwnBusiness", "PATCH", base);

const useId = () => useBusiness().business._id;

export function useMembers(filters: FilterValues<typeof memberFilters>) {
  const businessId = useId();
  return useList([businessId, "members", filters], ({ cursor, signal }) =>
    listMembers({ businessId, ...filters, ...(cursor && { cursor }) }, { signal }),
  );
}

export function useInvitations() {
  const businessId = useId();
  return useList([businessId, "invitations"], ({ cursor, signal }) =>
    listInvitations({ businessId, ...(cursor && { cursor }) }, { signal }),
  );
}

export function useMemberWrites() {
  const businessId = useId();
  const settings = { changes: [[businessId, "members"], [businessId, "invitations"], ["session"]] };
  return {
    update: useWrite((input: { memberId: string; role: Member["role"] }, options) => {
      return updateMember({ businessId, ...input }, options);
    }, settings),
    remove: useWrite((memberId: string, options) => removeMember({ businessId, memberId }, options), settings),
    recover: useWrite((memberId: string, options) => createRecoveryLink({ businessId, memberId }, options), settings),
    invite: useWrite((input: Invite, options) => inviteMember({ businessId, ...input }, options), settings),
    withdraw: useWrite((invitationId: string, options) => {
      return withdrawInvitation({ businessId, invitationId }, options);
    }, settings),
  };
}

export function useOwnBusiness() {
  const businessId = useId();
  return useQuery({
    queryKey: [businessId, "business"],
    queryFn: ({ signal }) => getBusiness({ businessId }, { signal }),
  });
}

export function useUpdateBusiness(onDone: () => void) {
  const businessId = useId();
  const settings = { changes: [[businessId, "business"], ["session"]], onDone };
  return useWrite((change: BusinessChange, options) => updateBusiness({ businessId, ...change }, options), settings);
}

export type BankProvider = NonNullable<Reply<"flows", "getBankProvider">["provider"]>;
