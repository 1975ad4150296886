import { type Client, createSession } from "@tenant-ops/client/session";
import { createContext, useContext } from "react";
import type { SessionBusiness } from "./session.js";

/** The business of the address: its data, a client of its REST API, and what the person may do there. */
export interface BusinessAccess {
  business: SessionBusiness;
  client: Client;
  can: (scope: string) => boolean;
}

export const BusinessContext = createContext<BusinessAccess | undefined>(undefined);

export function openBusiness(business: SessionBusiness): BusinessAccess {
  const { client } = createSession({ baseUrl: location.origin, businessId: business._id });
  const scopes = new Set(business.scopes);
  return { business, client, can: (scope) => scopes.has("*") || scopes.has(scope) };
}

export function useBusiness(): BusinessAccess {
  const access = useContext(BusinessContext);
  if (!access) throw new Error("useBusiness needs a page of a business around it");
  return access;
}
