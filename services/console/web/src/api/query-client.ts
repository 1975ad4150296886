import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { hasStatus } from "./errors.js";

/** The session has ended: signing in leads back to the page where it happened. */
function leaveWhenSignedOut(error: unknown): void {
  if (!hasStatus(error, 401)) return;
  const { pathname, search } = location;
  location.assign(`/sign-in?return=${encodeURIComponent(pathname + search)}`);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
  mutationCache: new MutationCache({ onError: leaveWhenSignedOut }),
  // The client of the API repeats what may be repeated, so the library does not.
  defaultOptions: { queries: { retry: false, staleTime: 15_000 }, mutations: { retry: false } },
});
