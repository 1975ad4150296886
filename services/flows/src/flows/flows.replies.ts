import { getCountryLanguage } from "@tenant-ops/kit/pages";
import { buildConsoleUrl, buildFlowUrl, type FlowUrlContext } from "../page/page-slugs.js";
import { calculateConversionRate, type Flow, type FlowSettings, type FlowUpdatePlan } from "./flows.rules.js";
import type { ListedFlow, readFlowTotals } from "./flows.store.js";
import { flowWarnings } from "./checklist.rules.js";
import { toLabel } from "../questions/labels.js";
import { toTexts } from "../questions/sentences.rules.js";
import { getTestState } from "../test-runs/test-runs.rules.js";
import type { FlowTargets, Redirect, ShownTarget } from "../redirects/redirects.rules.js";
import { pickUtm } from "../redirects/urls.rules.js";

// Flows as callers see them.

export function toFlowSummary(flow: ListedFlow, urls: FlowUrlContext) {
  const { slug, name, isActive } = flow;
  return { slug, name, isActive, ...toMetrics(flow), publicUrl: buildFlowUrl(urls, slug) };
}

export function toFlowReply(flow: Flow, target: ShownTarget, urls: FlowUrlContext) {
  const { _id: id, slug, createdAt, updatedAt } = flow;
  return {
    id,
    ...toFlowPreview(slug, flow, target, urls),
    ...toMetrics(flow),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** A flow in a list over REST. */
export function toFlowItem(flow: ListedFlow, urls: FlowUrlContext) {
  const { _id, createdAt, updatedAt } = flow;
  return {
    _id,
    ...toFlowSummary(flow, urls),
    ...pickUtm(flow),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** A flow over REST: redirects as they can be sent back, and what is known about their targets beside them. */
export function toFlowRestReply(flow: Flow, { main, additional }: FlowTargets, urls: FlowUrlContext) {
  const { id: _id, redirect, ...shown } = toFlowReply(flow, main, urls);
  const { additionalRedirects = [] } = flow;
  const language = getCountryLanguage(flow.country);
  const warningDetails = flowWarnings(flow, { main, additional });
  return {
    _id,
    ...shown,
    questionLabels: Object.fromEntries(
      flow.registrationFields.map(({ value, text }) => [value, toLabel(text, language)]),
    ),
    redirect: flow.redirect,
    redirectTarget: { status: redirect.targetStatus, url: redirect.url },
    additionalRedirects,
    additionalRedirectTargets: additionalRedirects.map((one, index) => {
      const { status, url } = additional[index] ?? { status: "unknown" as const, url: "" };
      return { status, url: url || buildKnownUrl(one.redirect, urls.consoleUrl) };
    }),
    documents: (flow.documents ?? []).map(({ _id, kind, title, requiresAcceptance, sha256 }) => ({
      _id,
      kind,
      title,
      requiresAcceptance,
      sha256,
    })),
    testRun: toTestRunState(flow),
    warnings: toTexts(warningDetails),
    warningDetails,
  };
}

/** The last test run, and whether it is valid for the present settings of the flow. */
function toTestRunState(flow: Flow) {
  const { testRun: last } = flow;
  return { state: getTestState(last, flow), _id: last?._id ?? null, at: last?.at.toISOString() ?? null };
}

export function toFlowTotals(totals: Awaited<ReturnType<typeof readFlowTotals>>) {
  const { totalFlows, activeFlows, totalCompletions, uniqueVisits } = totals;
  const conversionRate = calculateConversionRate(totalCompletions, uniqueVisits);
  return { ...totals, inactiveFlows: totalFlows - activeFlows, conversionRate };
}

export function toFlowPreview(slug: string, settings: FlowSettings, target: ShownTarget, urls: FlowUrlContext) {
  const { name, isActive, registrationFields, redirect, isBankProviderRequired, authType } = settings;
  const { type, targetId } = redirect;
  return {
    slug,
    name,
    isActive,
    registrationFields,
    ...pickUtm(settings),
    isBankProviderRequired,
    authType,
    redirect: {
      type,
      targetId,
      url: target.url || buildKnownUrl(redirect, urls.consoleUrl),
      targetStatus: target.status,
    },
    publicUrl: buildFlowUrl(urls, slug),
  };
}

/** What an update replaces: the present values of the settings that it changes. */
export function toReplaced({ changed }: FlowUpdatePlan, before: FlowSettings) {
  return changed.map((name) => {
    const value = before[name];
    return { name, value: typeof value === "string" ? value : JSON.stringify(value ?? null) };
  });
}

function toMetrics({ completedCount, uniqueVisitCount, totalVisitCount }: ListedFlow) {
  const conversionRate = calculateConversionRate(completedCount, uniqueVisitCount);
  return { completedCount, uniqueVisitCount, totalVisitCount, conversionRate };
}

/** The address of a redirect without a lookup; empty for a survey or an event, whose address is in its target record. */
function buildKnownUrl({ type, targetId, url }: Redirect, consoleUrl: string): string {
  if (type === "roulette" || type === "course") return buildConsoleUrl(consoleUrl, type, targetId);
  return url;
}
