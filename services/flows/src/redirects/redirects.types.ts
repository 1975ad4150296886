export const redirectTypes = ["roulette", "course", "survey", "event", "url"] as const;
export type RedirectType = (typeof redirectTypes)[number];

/** Where a flow sends its visitors, as it is stored. Exactly one of `targetId` and `url` is filled. */
export interface Redirect {
  type: RedirectType;
  targetId: string;
  url: string;
}

/** An answer that a visitor must have given. */
export interface RedirectCondition {
  /** Identifier of a question with choices: select, country or checkbox. */
  field: string;
  isOneOf: string[];
}

/** A further destination of a flow. Without a condition it is for every visitor. */
export interface AdditionalRedirect {
  redirect: Redirect;
  condition: RedirectCondition | null;
}

/** A further destination as a request gives it. */
export interface RequestedAdditionalRedirect {
  redirect: RequestedRedirect;
  condition: RedirectCondition | null;
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
