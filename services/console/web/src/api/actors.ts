import { useBusiness } from "./business.js";
import { useRecord } from "./public-api.js";

/** The name of a member; undefined until it is known, and for a person who has left or may not be seen. */
export function useMemberName(personId: string): string | undefined {
  const { can } = useBusiness();
  const enabled = personId.startsWith("per_") && can("members:read");
  const { data } = useRecord("console", "listMembers", { limit: 500 }, { enabled });
  return data?.items.find((member) => member.personId === personId)?.name;
}

/** The name of an API key; undefined until it is known, and for a person who may not see keys. */
export function useKeyName(keyId: string): string | undefined {
  const { can } = useBusiness();
  const { data } = useRecord(
    "console",
    "getOwnKey",
    { keyId },
    { enabled: keyId.startsWith("key_") && can("keys:read") },
  );
  return data?.name;
}
