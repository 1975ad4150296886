import type { QueryKey } from "@tanstack/react-query";
import { useContext } from "react";
import { BusinessContext, type MemberAccess, useAccess } from "./access.js";
import { type Client, createClient } from "./client.js";

/** The business of the address, a client of its REST API, and what the person may do there. */
export interface BusinessAccess extends MemberAccess {
  client: Client;
}

// One per business, so that effects and memos can depend on it.
const opened = new WeakMap<MemberAccess, BusinessAccess>();

export function useBusiness(): BusinessAccess {
  return openClient(useAccess());
}

function openClient(access: MemberAccess): BusinessAccess {
  const known = opened.get(access);
  if (known) return known;
  const business = { ...access, client: createClient(access.business._id) };
  opened.set(access, business);
  return business;
}

interface Caller {
  client: Client;
  /** Undefined for a page about the person, which has no business. */
  businessId: string | undefined;
}

let ofPerson: Client | undefined;

/** The client of the page: that of its business, or of the person alone. */
export function useCaller(): Caller {
  const access = useContext(BusinessContext);
  if (access) return { client: openClient(access).client, businessId: access.business._id };
  return { client: (ofPerson ??= createClient()), businessId: undefined };
}

/** The queries of an area, which are read again after a write. What is known about people is the same for all businesses of the person. */
export const getAreaKey = (area: keyof Client, businessId: string | undefined): QueryKey =>
  area === "console" ? [area] : [businessId, area];

/** @param key begins with the area */
export const getQueryKey = ([area, ...rest]: QueryKey, businessId: string | undefined): QueryKey =>
  area === "console" ? [area, businessId, ...rest] : [businessId, area, ...rest];
