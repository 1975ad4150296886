import { toPageSlug } from "./page/page-slugs.js";

/** Address of a record in the web console. Flow pages, roulettes and courses have their public addresses there. */
export function buildConsoleUrl(consoleUrl: string, type: "roulette" | "course" | "flow", id: string): string {
  return `${consoleUrl}/${type}/${encodeURIComponent(id)}`;
}

/** Whose flow it is, and where its page is served. */
export interface FlowUrlContext {
  consoleUrl: string;
  businessId: string;
}

/** Public address of the page of a flow. */
export function buildFlowUrl({ consoleUrl, businessId }: FlowUrlContext, slug: string): string {
  return buildConsoleUrl(consoleUrl, "flow", toPageSlug(businessId, slug));
}
