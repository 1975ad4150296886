import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getQueryKey, useBusiness } from "../../api/business.js";
import { exportOwnBusiness } from "../../api/operations/business.js";
import type { Reply } from "../../api/public-api.js";
import { sessionQuery, setClosed } from "../../api/session.js";
import { useWrite } from "../../api/use-write.js";

export type Preview = Reply<"console", "previewOwnOffboarding">;
export type Offboarding = Reply<"console", "getOwnOffboarding">;
export type RecordCount = Preview["records"][number];

export const getExportPath = (businessId: string): string =>
  exportOwnBusiness.path.replace("{businessId}", encodeURIComponent(businessId));

// Both writes change the session as it is cached. Reading it again at once could show the state before, because it may know the request a
// moment later than the service that stored it.

export function useCloseBusiness() {
  const queries = useQueryClient();
  const { client, business } = useBusiness();
  return useWrite(client.console.createOwnOffboarding, {
    onDone: (offboarding) => {
      queries.setQueryData(getQueryKey(["console", "getOwnOffboarding", {}], business._id), offboarding);
      void setClosed(queries, business._id, true);
    },
  });
}

/** After it, everything about the business is read again, because reads were refused during the offboarding. */
export function useKeepBusiness(onDone: () => void) {
  const queries = useQueryClient();
  const { client, business } = useBusiness();
  return useWrite<void, unknown>((_, options) => client.console.cancelOwnOffboarding({}, options), {
    changes: [[business._id], getQueryKey(["console"], business._id)],
    onDone: () => {
      onDone();
      void setClosed(queries, business._id, false);
    },
  });
}

const watchMs = 5000;

/** Reads the session repeatedly: it shows when an owner has started or cancelled an offboarding, and when the business is deleted. */
export const useWatchClosed = () => useQuery({ ...sessionQuery, refetchInterval: watchMs });
