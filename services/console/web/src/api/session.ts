import { type QueryClient, queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { type CallReply, consoleCall } from "./console-call.js";
import { getSession } from "./operations/person.js";
import { noteProof } from "./step-up.js";

export type Session = CallReply<"getSession">;
export type SessionBusiness = Session["businesses"][number];

const readSession = consoleCall(getSession);

/** Who is signed in, and to which businesses they belong. Read again when the page gets the focus, and after a write about people. */
export const sessionQuery = queryOptions({
  queryKey: ["console", "session"],
  queryFn: async ({ signal }) => {
    const session = await readSession({}, { signal });
    noteProof(Date.parse(session.provenUntil));
    return session;
  },
  staleTime: 60_000,
});

export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** Stores the answer of the server about an offboarding in the cached session, so that the pages do not wait until it is read again. */
export async function setClosed(queries: QueryClient, businessId: string, isClosed: boolean): Promise<void> {
  // The answer of a running request may be older.
  await queries.cancelQueries({ queryKey: sessionQuery.queryKey });
  queries.setQueryData(sessionQuery.queryKey, (session) => {
    const note = (each: SessionBusiness) => (each._id === businessId ? { ...each, isClosed } : each);
    return session && { ...session, businesses: session.businesses.map(note) };
  });
}
