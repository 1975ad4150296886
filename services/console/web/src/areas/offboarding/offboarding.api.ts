import { useQuery, useQueryClient } from "@tanstack/react-query";
import type * as routes from "@tenant-ops/rest/console";
import { useBusiness } from "../../api/business.js";
import { type CallInput, type CallReply, consoleCall } from "../../api/console-call.js";
import { sessionQuery, setClosed } from "../../api/session.js";
import { useWrite } from "../../api/use-write.js";

export type Preview = CallReply<typeof routes.previewOwnOffboarding>;
export type Offboarding = CallReply<typeof routes.getOwnOffboarding>;
export type RecordCount = Preview["records"][number];
type Confirmation = Omit<CallInput<typeof routes.createOwnOffboarding>, "businessId">;

const path = "/v1/console/businesses/{businessId}/offboarding";
const readPreview = consoleCall<typeof routes.previewOwnOffboarding>("previewOwnOffboarding", "GET", `${path}/preview`);
const readOffboarding = consoleCall<typeof routes.getOwnOffboarding>("getOwnOffboarding", "GET", path);
const createOffboarding = consoleCall<typeof routes.createOwnOffboarding>("createOwnOffboarding", "POST", path);
const cancelOffboarding = consoleCall<typeof routes.cancelOwnOffboarding>(
  "cancelOwnOffboarding",
  "POST",
  `${path}/cancel`,
);

const useId = () => useBusiness().business._id;
const getKey = (businessId: string) => [businessId, "offboarding"];

export const getExportPath = (businessId: string): string =>
  `/v1/console/businesses/${encodeURIComponent(businessId)}/offboarding/export`;

/** Not read again at every focus of the window, because all records of the business are counted for it. */
export function usePreview() {
  const businessId = useId();
  return useQuery({
    queryKey: [...getKey(businessId), "preview"],
    queryFn: ({ signal }) => readPreview({ businessId }, { signal }),
    refetchOnWindowFocus: false,
  });
}

/** The offboarding of the business. */
export function useOffboarding() {
  const businessId = useId();
  return useQuery({
    queryKey: getKey(businessId),
    queryFn: ({ signal }) => readOffboarding({ businessId }, { signal }),
  });
}

export function useCloseBusiness() {
  const queries = useQueryClient();
  const businessId = useId();
  const onDone = (offboarding: Offboarding) => {
    queries.setQueryData(getKey(businessId), offboarding);
    void setClosed(queries, businessId, true);
  };
  return useWrite(
    (confirmation: Confirmation, options) => createOffboarding({ businessId, ...confirmation }, options),
    { onDone },
  );
}

/** After it, everything about the business is read again, because reads were refused during the offboarding. */
export function useKeepBusiness(onDone: () => void) {
  const queries = useQueryClient();
  const businessId = useId();
  return useWrite<void, unknown>((_, options) => cancelOffboarding({ businessId }, options), {
    changes: [[businessId]],
    onDone: () => {
      onDone();
      void setClosed(queries, businessId, false);
    },
  });
}

const watchMs = 5000;

/** Reads the session repeatedly: it shows when an owner has started or cancelled an offboarding, and when the business is deleted. */
export const useWatchClosed = () => useQuery({ ...sessionQuery, refetchInterval: watchMs });
