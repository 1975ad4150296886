import { useQuery } from "@tanstack/react-query";
import type * as routes from "@tenant-ops/rest/console";
import { useBusiness } from "./business.js";
import { consoleCall } from "./console-call.js";

const base = "/v1/console/businesses/{businessId}";
const listMembers = consoleCall<typeof routes.listMembers>("listMembers", "GET", `${base}/members`);
const getKey = consoleCall<typeof routes.getOwnKey>("getOwnKey", "GET", `${base}/keys/{keyId}`);

/** The name of a member; undefined until it is known, and for a person who has left or may not be seen. */
export function useMemberName(personId: string): string | undefined {
  const { business, can } = useBusiness();
  const { data } = useQuery({
    queryKey: [business._id, "members", "names"],
    queryFn: ({ signal }) => listMembers({ businessId: business._id, limit: 500 }, { signal }),
    enabled: personId.startsWith("per_") && can("members:read"),
  });
  return data?.items.find((member) => member.personId === personId)?.name;
}

/** The name of an API key; undefined until it is known, and for a person who may not see keys. */
export function useKeyName(keyId: string): string | undefined {
  const { business, can } = useBusiness();
  const { data } = useQuery({
    queryKey: [business._id, "keys", keyId],
    queryFn: ({ signal }) => getKey({ businessId: business._id, keyId }, { signal }),
    enabled: keyId.startsWith("key_") && can("keys:read"),
  });
  return data?.name;
}
