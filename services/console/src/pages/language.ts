import { getVisitorLanguage, type Language } from "@tenant-ops/kit/pages";
import type { FastifyRequest } from "fastify";
import type { Person } from "../people/people.types.js";

/** The language that a person has chosen in the profile, or that of the browser. */
export function getPageLanguage(request: FastifyRequest, person?: Person | null): Language {
  return person?.language ?? getVisitorLanguage(request);
}
