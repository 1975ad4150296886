import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { hasStatus, isCode } from "./errors.js";
import { sessionQuery } from "./session.js";

/** A second visit would end the first one. */
let isLeaving = false;

/** When the session has ended, opens the sign-in page, which leads back to the present page. A page makes several calls at once. */
function leaveWhenSignedOut(error: unknown): void {
  if (isLeaving || !hasStatus(error, 401)) return;
  isLeaving = true;
  // The browser can show the page again as it was left.
  addEventListener("pageshow", () => (isLeaving = false), { once: true });
  const { pathname, search } = location;
  location.assign(`/sign-in?return=${encodeURIComponent(pathname + search)}`);
}

/**
 * After a refusal because of an offboarding the session is read again. It has `isClosed` for each business, and the frame then shows one page
 * instead of errors.
 */
function handleRefusal(error: unknown): void {
  leaveWhenSignedOut(error);
  if (isCode(error, "business_closed")) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: handleRefusal }),
  mutationCache: new MutationCache({ onError: handleRefusal }),
  defaultOptions: {
    queries: {
      // The client of the API repeats what may be repeated. All replicas know within a second that an offboarding was started or cancelled.
      retry: (failures, error) => isCode(error, "business_closed") && failures < 2,
      retryDelay: 700,
      staleTime: 15_000,
      // Without a connection a read fails, so that the page says it; the default waits, and looks like an empty list.
      networkMode: "always",
      refetchOnReconnect: true,
    },
    // A write that waits for the connection would be made later, when nobody expects it.
    mutations: { retry: false, networkMode: "always" },
  },
});
