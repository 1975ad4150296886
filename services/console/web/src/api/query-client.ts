import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { hasStatus, isCode } from "./errors.js";
import { sessionQuery } from "./session.js";

/** The session has ended: signing in leads back to the page where it happened. */
function leaveWhenSignedOut(error: unknown): void {
  if (!hasStatus(error, 401)) return;
  const { pathname, search } = location;
  location.assign(`/sign-in?return=${encodeURIComponent(pathname + search)}`);
}

/** The session says of each business whether it leaves; the frame then shows one page in place of errors. */
function handleRefusal(error: unknown): void {
  leaveWhenSignedOut(error);
  if (isCode(error, "business_leaving")) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: handleRefusal }),
  mutationCache: new MutationCache({ onError: handleRefusal }),
  defaultOptions: {
    queries: {
      // The client of the API repeats what may be repeated. Replicas know within a second whether a business leaves, or stays after all.
      retry: (failures, error) => isCode(error, "business_leaving") && failures < 2,
      retryDelay: 700,
      staleTime: 15_000,
    },
    mutations: { retry: false },
  },
});
