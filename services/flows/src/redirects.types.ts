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

/** What is known about the target of a redirect. */
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
