import { invalid, notFound, refused } from "@tenant-ops/kit/errors";
import { planUrl } from "./urls.rules.js";

export const redirectTypes = ["roulette", "course", "survey", "event", "url"] as const;
export type RedirectType = (typeof redirectTypes)[number];

/** Where a flow leads, as it is stored. Exactly one of the two is filled. */
export interface Redirect {
  type: RedirectType;
  targetId: string;
  url: string;
}

export interface WantedRedirect {
  type: string;
  targetId: string;
  url: string;
}

const listedBy: Record<Exclude<RedirectType, "url">, string> = {
  roulette: "roulettes_list_roulettes",
  course: "learning_list_courses",
  survey: "GET /v1/public/flows/targets",
  event: "GET /v1/public/flows/targets",
};

/**
 * What the caller's three parameters mean. Says nothing yet about whether the target exists.
 * @throws Refusal redirect_mismatch, redirect_url_refused
 */
export function planRedirect(wanted: WantedRedirect, allowHttpLoopback: boolean): Redirect {
  const type = redirectTypes.find((known) => known === wanted.type);
  if (!type) throw invalid("redirect_type", `use one of ${redirectTypes.join(", ")}.`);
  const targetId = wanted.targetId.trim();
  const url = wanted.url.trim();
  if (type === "url") {
    if (targetId) throw mismatch("redirect_target_id belongs to the other types; type url takes redirect_url only.");
    if (!url) throw mismatch("type url needs redirect_url.");
    return { type, targetId: "", url: planUrl(url, allowHttpLoopback) };
  }
  if (url) throw mismatch(`redirect_url belongs to type url; type ${type} takes redirect_target_id only.`);
  if (!targetId) throw mismatch(`type ${type} needs redirect_target_id; ${listedBy[type]} lists the valid ids.`);
  return { type, targetId, url: "" };
}

const mismatch = (detail: string) => refused("redirect_mismatch", detail);

export type TargetStatus = "active" | "inactive" | "missing";

export interface FoundTarget {
  status: TargetStatus;
  /** Where it is; empty when it is missing. */
  url: string;
  /** Set when the id is one of ours but of another kind. */
  actualType?: RedirectType;
}

/**
 * @returns a warning for a target that exists and does not work yet
 * @throws Refusal target_not_found, target_wrong_kind
 */
export function requireTarget({ type, targetId }: Redirect, found: FoundTarget): string[] {
  if (type === "url") return [];
  if (found.actualType) {
    throw refused("target_wrong_kind", `redirect_target_id is a target of type ${found.actualType}, not ${type}.`);
  }
  if (found.status === "missing") throw notFound("target", targetId, { listWith: listedBy[type] });
  if (found.status !== "inactive") return [];
  const state = type === "course" ? "not published" : "not active";
  return [`The ${type} is ${state}. Until it is, visitors see a thank-you page instead of it.`];
}
