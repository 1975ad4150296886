import type { Database } from "@tenant-ops/kit/data";
import type { TokenCookie } from "@tenant-ops/kit/http";
import { getVisitorLanguage, type Language } from "@tenant-ops/kit/pages";
import type { FastifyRequest } from "fastify";
import { findPerson } from "../people/people.store.js";
import { findSignedIn } from "../sessions/find-session.js";
import type { Person } from "../people/people.rules.js";

/** The language that a person has chosen in the profile, or that of the browser. */
export function getPageLanguage(request: FastifyRequest, person?: Person | null): Language {
  return person?.language ?? getVisitorLanguage(request);
}

/** The same for a page that needs nothing else of the person. */
export async function findPageLanguage(
  { db, cookie }: { db: Database; cookie: TokenCookie },
  request: FastifyRequest,
): Promise<Language> {
  const session = await findSignedIn(db, cookie, request);
  return getPageLanguage(request, session && (await findPerson(db, session.personId)));
}
