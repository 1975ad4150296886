import { type Client, createSessionClient } from "@tenant-ops/client/session-client";
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

/** The business of the address, a client of its REST API, and what the person may do there. */
export interface BusinessAccess extends MemberAccess {
  client: Client;
}

// One per business, so that effects and memos can depend on it.
const opened = new WeakMap<MemberAccess, BusinessAccess>();

export function useBusiness(): BusinessAccess {
  const access = useAccess();
  const known = opened.get(access);
  if (known) return known;
  const client = createSessionClient({ baseUrl: location.origin, businessId: access.business._id });
  const business = { ...access, client };
  opened.set(access, business);
  return business;
}
