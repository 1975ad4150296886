import { checkAll, notFound } from "@tenant-ops/kit/errors";
import { type FieldsOf, type PreviewCheck, type PreviewReview, requireText } from "@tenant-ops/kit/rpc";
import { normalizeText, say as sayInPreview } from "@tenant-ops/kit/texts";
import { flowsSentences as sentences } from "@tenant-ops/proto/sentences/flows";
import {
  additionalRedirectWarnings,
  type Destinations,
  planAdditionalRedirects,
  type RequestedAdditionalRedirect,
} from "../redirects/additional-redirects.rules.js";
import { fieldWarnings, planFields, type RegistrationField } from "../questions/fields.rules.js";
import {
  type FoundTarget,
  planRedirect,
  type Redirect,
  type RequestedRedirect,
  requireTarget,
} from "../redirects/redirects.rules.js";
import type { Utm } from "../redirects/urls.rules.js";
import { say, type Sentence, toTexts } from "../questions/sentences.rules.js";
import { requireUnreservedSlug } from "./slugs.rules.js";
import type { CreateFlowRequest, UpdateFlowRequest } from "@tenant-ops/proto/flows";
import type { PageDocument } from "../documents/documents.rules.js";
import type { AuthType } from "../providers/providers.rules.js";

/** Visits, different visitors, and registrations. */
export interface Counters {
  total: number;
  unique: number;
  completed: number;
}

/** The settings of a flow that callers can set. */
export interface FlowSettings extends Utm, Destinations {
  name: string;
  isActive: boolean;
  registrationFields: RegistrationField[];
  isBankProviderRequired: boolean;
  authType: AuthType;
}

/** The last test run, as the flow keeps it. */
export interface LastTestRun {
  _id: string;
  at: Date;
  passed: boolean;
  settingsHash: string;
}

/** A registration landing page with its counters. */
export interface Flow extends FlowSettings {
  _id: string;
  slug: string;
  /** Of the name, for searches. */
  words: string[];
  /** Country of the business when the flow was created. It decides the language of the page. */
  country: string;
  completedCount: number;
  uniqueVisitCount: number;
  totalVisitCount: number;
  /** The documents that the page links, in order; absent before the first one. */
  documents?: PageDocument[];
  /** Absent before the first test run. */
  testRun?: LastTestRun;
  createdAt: Date;
  updatedAt: Date;
  /** Id of the API key that created it. */
  createdBy: string;
}

type Requested<Request extends CreateFlowRequest | UpdateFlowRequest> = Omit<
  FieldsOf<Request>,
  "registrationFields"
> & {
  registrationFields: readonly RegistrationField[];
};

/** The settings that only REST can set. */
interface RestOnly {
  additionalRedirects?: readonly RequestedAdditionalRedirect[] | undefined;
  authType?: AuthType | undefined;
}

/** A new flow as a request gives it, of a tool or over REST. */
export type NewFlow = Requested<CreateFlowRequest> & RestOnly;

/** The settings that a request changes; the others are absent. */
export type FlowChanges = Partial<Omit<Requested<UpdateFlowRequest>, "slug">> & RestOnly;

/** @throws Refusal flow_not_found */
export function requireFlow(flow: Flow | null, slug: string): Flow {
  if (!flow) throw notFound("flow", slug, { listWith: "flows_list_flows" });
  return flow;
}

/**
 * Decides the settings of a new flow. Whether its slug is free and its target exists is checked afterwards.
 * @throws Refusal slug_reserved, redirect_mismatch, redirect_url_refused, invalid_argument
 */
export function planFlow(request: NewFlow, allowHttpLoopback: boolean): FlowSettings {
  const { redirectType: type, redirectTargetId: targetId, redirectUrl: url } = request;
  const { slug: _, ...checked } = checkAll({
    slug: () => requireUnreservedSlug(request.slug),
    name: () => requireText("name", request.name),
    registrationFields: () => planFields(request.registrationFields),
    redirect: () => planRedirect({ type, targetId, url }, allowHttpLoopback),
  });
  const additionalRedirects = planAdditionalRedirects(
    request.additionalRedirects ?? [],
    checked.registrationFields,
    allowHttpLoopback,
  );
  return {
    ...checked,
    ...(additionalRedirects.length > 0 && { additionalRedirects }),
    // Offline until a person has completed it in the console.
    isActive: false,
    source: normalizeText(request.source),
    medium: normalizeText(request.medium),
    campaign: normalizeText(request.campaign),
    content: normalizeText(request.content),
    isBankProviderRequired: request.isBankProviderRequired,
    authType: "whatsapp",
  };
}

/**
 * Decides what an update changes: only the settings that the request gives.
 * @throws Refusal redirect_mismatch, redirect_url_refused, invalid_argument
 */
export function planFlowUpdate(given: FlowChanges, before: FlowSettings, allowHttpLoopback: boolean) {
  const { name, isActive, registrationFields, isBankProviderRequired, authType } = given;
  const { redirectType, redirectTargetId, redirectUrl, source, medium, campaign, content } = given;
  const hasRedirect = [redirectType, redirectTargetId, redirectUrl].some((part) => part !== undefined);
  const checked = checkAll({
    ...(name !== undefined && { name: () => requireText("name", name) }),
    ...(registrationFields && { registrationFields: () => planFields(registrationFields) }),
    ...(hasRedirect && {
      redirect: () => planRedirect(toRequestedRedirect(given, before.redirect), allowHttpLoopback),
    }),
  });
  const fields = checked.registrationFields ?? before.registrationFields;
  const changes: Partial<FlowSettings> = {
    ...checked,
    ...(given.additionalRedirects && {
      additionalRedirects: planAdditionalRedirects(given.additionalRedirects, fields, allowHttpLoopback),
    }),
    ...(isActive !== undefined && { isActive }),
    ...(source !== undefined && { source: normalizeText(source) }),
    ...(medium !== undefined && { medium: normalizeText(medium) }),
    ...(campaign !== undefined && { campaign: normalizeText(campaign) }),
    ...(content !== undefined && { content: normalizeText(content) }),
    ...(isBankProviderRequired !== undefined && { isBankProviderRequired }),
    ...(authType !== undefined && { authType }),
  };
  const settings = settingNames.filter((name) => name in changes);
  const changed = settings.filter((name) => JSON.stringify(changes[name]) !== JSON.stringify(before[name]));
  return { changes, changed, after: { ...before, ...changes } };
}

/** `changes` has the settings that the caller gave, `changed` the names of those that get another value, `after` all settings after the update. */
export type FlowUpdatePlan = ReturnType<typeof planFlowUpdate>;

const settingNames = [
  "name",
  "isActive",
  "registrationFields",
  "redirect",
  "additionalRedirects",
  "source",
  "medium",
  "campaign",
  "content",
  "isBankProviderRequired",
  "authType",
] as const;

/** Completes the redirect of an update. The stored target is kept only when the type is the same. */
function toRequestedRedirect(given: FlowChanges, stored: Redirect): RequestedRedirect {
  const type = given.redirectType || stored.type;
  const kept = type === stored.type ? stored : { targetId: "", url: "" };
  return { type, targetId: given.redirectTargetId ?? kept.targetId, url: given.redirectUrl ?? kept.url };
}

/**
 * The checks and warnings before a flow is created.
 * @throws Refusal target_not_found, target_wrong_kind
 */
export function reviewFlow(settings: FlowSettings, target: FoundTarget): PreviewReview {
  const slugIsFree = passedCheck("slug_is_free", sentences.slug_is_free);
  const warnings = [...requireTarget(settings.redirect, target), ...settingWarnings(settings)];
  return { checks: [slugIsFree, targetCheck(settings)], warnings: toTexts(warnings) };
}

/**
 * The checks and warnings before a flow is updated.
 * @param newTarget target of the redirect; undefined when the update does not set the redirect
 * @param openPoints what the checklist misses or warns of, with the settings and the target among it; undefined when the page does not go online
 * @throws Refusal target_not_found, target_wrong_kind
 */
export function reviewFlowUpdate(
  plan: FlowUpdatePlan,
  newTarget: FoundTarget | undefined,
  openPoints: readonly Sentence[] | undefined,
): PreviewReview {
  const checks = [passedCheck("flow_exists", sentences.flow_is_own)];
  const ofTarget = newTarget ? requireTarget(plan.after.redirect, newTarget) : [];
  if (newTarget) checks.push(targetCheck(plan.after));
  const warnings = toTexts(openPoints ?? [...settingWarnings(plan.after), ...ofTarget]);
  if (plan.changed.length === 0) warnings.push(sayInPreview(sentences.same_settings));
  return { checks, warnings };
}

export function settingWarnings(settings: FlowSettings): Sentence[] {
  return [
    ...fieldWarnings(settings.registrationFields),
    ...additionalRedirectWarnings(settings),
    ...(settings.isBankProviderRequired ? [say("bank_provider_missing")] : []),
  ];
}

function targetCheck({ redirect: { type } }: FlowSettings): PreviewCheck {
  return passedCheck("redirect_target", type === "url" ? sentences.address_allowed : sentences[`${type}_exists`]);
}

/** A failed check would have been a refusal, so a preview shows only checks that passed. */
function passedCheck(name: string, sentence: { en: string }): PreviewCheck {
  return { name, ok: true, detail: sayInPreview(sentence) };
}

/** Completions per unique visit in percent, with two decimals; 0 without visits. */
export function calculateConversionRate(completed: number, unique: number): number {
  return unique === 0 ? 0 : Math.round((completed / unique) * 10_000) / 100;
}

/** What a person still has to do after a tool has created a flow. */
export function scaffoldNotice(settings: FlowSettings): string {
  const steps = [
    "upload the documents that visitors must see",
    ...(settings.isBankProviderRequired ? ["configure the bank-validation provider"] : []),
    "add further redirects (survey, event, url) where you want them",
    "choose authType (whatsapp until then)",
    "switch the page on (flows_propose_update_flow with is_active true)",
    "register once yourself from beginning to end before you share the link",
  ];
  return `The flow is a scaffold and its page is not online yet. Left to do in the console: ${steps.join("; ")}.`;
}
