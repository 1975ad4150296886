import { conversionRate, type FlowSettings } from "./flows.rules.js";
import type { Flow } from "./flows.store.js";
import { consoleUrl } from "./redirects.js";

/** What is known about a target at the moment of an answer. */
export interface SeenTarget {
  status: string;
  url: string;
}

export type FlowPresenter = ReturnType<typeof presenterOf>;

/** Flows as callers see them; the page's address depends on where the console is. */
export function presenterOf(console: string) {
  const publicUrl = (slug: string) => consoleUrl(console, "flow", slug);

  const settings = (given: FlowSettings, target: SeenTarget) => {
    const { name, isActive, registrationFields, redirect, source, medium, campaign, content } = given;
    const { isBankProviderRequired, authType } = given;
    const { type, targetId } = redirect;
    return {
      name,
      isActive,
      registrationFields,
      source,
      medium,
      campaign,
      content,
      isBankProviderRequired,
      authType,
      redirect: {
        type,
        targetId,
        url: target.url || addressOf(console, redirect),
        targetStatus: target.status,
      },
    };
  };

  const metrics = ({ completedCount, uniqueVisitCount, totalVisitCount }: Flow) => {
    const rate = conversionRate(completedCount, uniqueVisitCount);
    return { completedCount, uniqueVisitCount, totalVisitCount, conversionRate: rate };
  };

  return {
    publicUrl,

    summary: (flow: Flow) => {
      const { slug, name, isActive } = flow;
      return { slug, name, isActive, ...metrics(flow), publicUrl: publicUrl(slug) };
    },

    preview: (slug: string, given: FlowSettings, target: SeenTarget) => ({
      slug,
      ...settings(given, target),
      publicUrl: publicUrl(slug),
    }),

    flow: (flow: Flow, target: SeenTarget) => {
      const { _id: id, slug, createdAt, updatedAt } = flow;
      const dates = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
      return { id, slug, ...settings(flow, target), ...metrics(flow), publicUrl: publicUrl(slug), ...dates };
    },
  };
}

/** The address that a redirect would have if nobody could be asked. A survey's or event's is known only to its record. */
function addressOf(console: string, { type, targetId, url }: FlowSettings["redirect"]): string {
  if (type === "roulette" || type === "course") return consoleUrl(console, type, targetId);
  return url;
}
