import { useQuery } from "@tanstack/react-query";
import type * as routes from "@tenant-ops/rest/console";
import { useBusiness } from "../../api/business.js";
import { type CallInput, type CallReply, consoleCall } from "../../api/console-call.js";
import { useWrite } from "../../api/use-write.js";

export type IdentityProvider = NonNullable<CallReply<typeof routes.getSignInSettings>["provider"]>;
type Change = Omit<CallInput<typeof routes.putSignInSettings>, "businessId">;

const path = "/v1/console/businesses/{businessId}/sign-in";
const readSettings = consoleCall<typeof routes.getSignInSettings>("getSignInSettings", "GET", path);
const putSettings = consoleCall<typeof routes.putSignInSettings>("putSignInSettings", "PUT", path);
const deleteSettings = consoleCall<typeof routes.deleteSignInSettings>("deleteSignInSettings", "DELETE", path);
const testProvider = consoleCall<typeof routes.testIdentityProvider>(
  "testIdentityProvider",
  "POST",
  `${path}/test`,
  false,
);

const useId = () => useBusiness().business._id;
const getKey = (businessId: string) => [businessId, "sign-in"];

export function useSignInSettings() {
  const businessId = useId();
  return useQuery({
    queryKey: getKey(businessId),
    queryFn: ({ signal }) => readSettings({ businessId }, { signal }),
  });
}

export function usePutSignInSettings(onDone: () => void) {
  const businessId = useId();
  const settings = { changes: [getKey(businessId)], onDone };
  return useWrite((change: Change, options) => putSettings({ businessId, ...change }, options), settings);
}

export function useDeleteSignInSettings(onDone: () => void) {
  const businessId = useId();
  const settings = { changes: [getKey(businessId)], onDone };
  return useWrite<void, unknown>((_, options) => deleteSettings({ businessId }, options), settings);
}

/** Stores nothing, so nothing is read again after it. */
export function useTestIdentityProvider() {
  const businessId = useId();
  return useWrite((issuer: string) => testProvider({ businessId, issuer }));
}
