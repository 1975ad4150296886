// A file of its own, because business.ts also loads the client, which the first page does not need.
import { createContext, useContext } from "react";
import type { SessionBusiness } from "./session.js";

/** The business of the address, and what the person may do there. */
export interface MemberAccess {
  business: SessionBusiness;
  can: (scope: string) => boolean;
}

export const BusinessContext = createContext<MemberAccess | undefined>(undefined);

export function openAccess(business: SessionBusiness): MemberAccess {
  const scopes = new Set(business.scopes);
  return { business, can: (scope) => scopes.has("*") || scopes.has(scope) };
}

/** For the frame around the pages. Pages use `useBusiness`, which also has the client. */
export function useAccess(): MemberAccess {
  const access = useContext(BusinessContext);
  if (!access) throw new Error("useAccess needs a page of a business around it");
  return access;
}
