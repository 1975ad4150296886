import {
  fieldName,
  invalid,
  notFound,
  type Refusal,
  refused,
  requestName,
  type Wording,
  wording,
} from "@tenant-ops/kit/errors";
import { say, type Sentence } from "../questions/sentences.rules.js";
import { parseRedirectUrl } from "./urls.rules.js";

export const redirectTypes = ["roulette", "course", "survey", "event", "url"] as const;
export type RedirectType = (typeof redirectTypes)[number];

/** Where a flow sends its visitors, as it is stored. Exactly one of `targetId` and `url` is filled. */
export interface Redirect {
  type: RedirectType;
  targetId: string;
  url: string;
}

/** The three redirect parameters of a request. */
export interface RequestedRedirect {
  type: string;
  targetId: string;
  url: string;
}

/** The result of looking up the target of a redirect. */
export interface FoundTarget {
  status: "active" | "inactive" | "missing";
  /** Address of the target; empty when it is missing. */
  url: string;
  /** Set when the id belongs to a target of another type. */
  actualType?: RedirectType;
}

/** A target as replies show it: `unknown` when its service could not be asked. */
export interface ShownTarget {
  status: FoundTarget["status"] | "unknown";
  url: string;
}

/** The targets of all redirects of a flow, in their order. */
export interface FlowTargets<Target = ShownTarget> {
  main: Target;
  additional: Target[];
}

/** The tool or route that lists the valid ids of each type. */
const listedBy: Record<Exclude<RedirectType, "url">, string> = {
  roulette: "roulettes_list_roulettes",
  course: "learning_list_courses",
  survey: "GET /v1/public/flows/targets",
  event: "GET /v1/public/flows/targets",
};

/** The names of the three parameters in the request, for refusals. */
export interface RedirectNames {
  type: string;
  targetId: string;
  url: string;
}

const mainNames: RedirectNames = { type: "redirect_type", targetId: "redirect_target_id", url: "redirect_url" };

/**
 * Checks the three parameters against each other. Whether the target exists is checked by `requireTarget`.
 * @throws Refusal redirect_mismatch, redirect_url_refused
 */
export function planRedirect(
  requested: RequestedRedirect,
  allowHttpLoopback: boolean,
  names: RedirectNames = mainNames,
): Redirect {
  const type = redirectTypes.find((known) => known === requested.type);
  if (!type) {
    throw invalid(names.type, `use one of ${redirectTypes.join(", ")}.`, "one_of");
  }
  const targetId = requested.targetId.trim();
  const url = requested.url.trim();
  const [targetField, urlField] = [fieldName(names.targetId), fieldName(names.url)];
  if (type === "url") {
    if (targetId)
      throw redirectMismatch(wording`${targetField} belongs to the other types; type url takes ${urlField} only.`);
    if (!url) throw redirectMismatch(wording`type url needs ${urlField}.`);
    return { type, targetId: "", url: parseRedirectUrl(url, allowHttpLoopback, names.url) };
  }
  if (url) throw redirectMismatch(wording`${urlField} belongs to type url; type ${type} takes ${targetField} only.`);
  if (!targetId)
    throw redirectMismatch(
      wording`type ${type} needs ${targetField}; ${requestName(listedBy[type])} lists the valid ids.`,
    );
  return { type, targetId, url: "" };
}

function redirectMismatch(detail: Wording): Refusal {
  return refused("redirect_mismatch", detail);
}

/**
 * @returns a warning when the target exists and is not active yet
 * @throws Refusal target_not_found, target_wrong_kind
 */
export function requireTarget(
  { type, targetId }: Redirect,
  found: FoundTarget,
  { targetId: name }: RedirectNames = mainNames,
): Sentence[] {
  if (type === "url") return [];
  if (found.actualType) {
    throw refused(
      "target_wrong_kind",
      wording`${fieldName(name)} is a target of type ${found.actualType}, not ${type}.`,
    );
  }
  if (found.status === "missing") throw notFound("target", targetId, { listWith: listedBy[type] });
  return targetWarnings(type, found);
}

/** Warnings about a target that visitors cannot use now. */
export function targetWarnings(type: RedirectType, { status }: ShownTarget): Sentence[] {
  switch (status) {
    case "active":
      return [];
    case "inactive":
      return [say("target_inactive", { type })];
    case "missing":
      return [say("target_missing", { type })];
    case "unknown":
      return [say("target_unknown", { type })];
  }
}
