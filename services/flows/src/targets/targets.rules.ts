import { notFound, type Refusal } from "@tenant-ops/kit/errors";
import { parseRedirectUrl } from "../redirects/urls.rules.js";

/** A target before it has an id and a creation time. */
export interface PlannedTarget {
  kind: "survey" | "event";
  name: string;
  url: string;
}

/** A survey or an event of another site. We store its name and address, so that flows can redirect to it. */
export interface Target extends PlannedTarget {
  _id: string;
  /** Of the name, for searches. */
  words: string[];
  createdAt: Date;
  updatedAt: Date;
}

/**
 * The fields of a new target, or those that change.
 * @throws Refusal redirect_url_refused
 */
export function planTarget<Given extends Partial<PlannedTarget>>(given: Given, allowHttpLoopback: boolean): Given {
  return given.url === undefined ? given : { ...given, url: parseRedirectUrl(given.url, allowHttpLoopback) };
}

export function ownTargetNotFound(id: string): Refusal {
  return notFound("target", id, { listWith: "GET /v1/public/flows/targets" });
}

/** A survey or event of the business. @throws Refusal target_not_found */
export function requireOwnTarget(found: Target | null, targetId: string): Target {
  if (!found) throw ownTargetNotFound(targetId);
  return found;
}
