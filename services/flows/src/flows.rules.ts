import { isFieldSet } from "@bufbuild/protobuf";
import { invalid } from "@tenant-ops/kit/errors";
import { type CreateFlowRequest, type UpdateFlowRequest, UpdateFlowRequestSchema } from "@tenant-ops/proto/flows";
import { fieldWarnings, planFields, type RegistrationField } from "./fields.rules.js";
import { planRedirect, type Redirect } from "./redirects.rules.js";
import { refuseReserved } from "./slugs.rules.js";

/** What can be set about a flow. */
export interface FlowSettings {
  name: string;
  isActive: boolean;
  registrationFields: RegistrationField[];
  redirect: Redirect;
  source: string;
  medium: string;
  campaign: string;
  content: string;
  isBankProviderRequired: boolean;
  authType: string;
}

export interface RedirectOptions {
  allowHttpLoopback: boolean;
}

/**
 * What a new flow would be. Whether its slug is free and its target exists is asked afterwards.
 * @throws Refusal slug_reserved, redirect_mismatch, redirect_url_refused, invalid_argument
 */
export function planFlow(request: CreateFlowRequest, { allowHttpLoopback }: RedirectOptions): FlowSettings {
  refuseReserved(request.slug);
  const { redirectType: type, redirectTargetId: targetId, redirectUrl: url } = request;
  return {
    name: requiredName(request.name),
    // A scaffold: it goes online when somebody says so, after the console's part is done.
    isActive: false,
    registrationFields: planFields(request.registrationFields),
    redirect: planRedirect({ type, targetId, url }, allowHttpLoopback),
    source: request.source.trim(),
    medium: request.medium.trim(),
    campaign: request.campaign.trim(),
    content: request.content.trim(),
    isBankProviderRequired: request.isBankProviderRequired,
    authType: "whatsapp",
  };
}

export interface PlannedUpdate {
  /** What was asked for, and only that. */
  changes: Partial<FlowSettings>;
  /** The names of the settings that will be different afterwards. */
  changed: (keyof FlowSettings)[];
  /** Everything as it will be. */
  after: FlowSettings;
}

/**
 * What an update would do to a flow: only what the caller gave.
 * @throws Refusal redirect_mismatch, redirect_url_refused, invalid_argument
 */
export function planUpdate(
  request: UpdateFlowRequest,
  before: FlowSettings,
  { allowHttpLoopback }: RedirectOptions,
): PlannedUpdate {
  const { field } = UpdateFlowRequestSchema;
  const has = (name: keyof typeof field) => isFieldSet(request, field[name]);
  const hasRedirect = has("redirectType") || has("redirectTargetId") || has("redirectUrl");
  const changes: Partial<FlowSettings> = {
    ...(has("name") && { name: requiredName(request.name) }),
    ...(has("isActive") && { isActive: request.isActive }),
    ...(has("registrationFields") && { registrationFields: planFields(request.registrationFields) }),
    ...(hasRedirect && { redirect: planRedirect(wantedRedirect(request, before.redirect), allowHttpLoopback) }),
    ...(has("source") && { source: request.source.trim() }),
    ...(has("medium") && { medium: request.medium.trim() }),
    ...(has("campaign") && { campaign: request.campaign.trim() }),
    ...(has("content") && { content: request.content.trim() }),
    ...(has("isBankProviderRequired") && { isBankProviderRequired: request.isBankProviderRequired }),
  };
  const given = settingNames.filter((name) => name in changes);
  const changed = given.filter((name) => JSON.stringify(changes[name]) !== JSON.stringify(before[name]));
  return { changes, changed, after: { ...before, ...changes } };
}

const settingNames = [
  "name",
  "isActive",
  "registrationFields",
  "redirect",
  "source",
  "medium",
  "campaign",
  "content",
  "isBankProviderRequired",
] as const;

/** A target belongs to its type: with another type the stored one means nothing any more, with the same it may stay. */
function wantedRedirect(request: UpdateFlowRequest, stored: Redirect) {
  const type = request.redirectType || stored.type;
  const kept = type === stored.type ? stored : { targetId: "", url: "" };
  const { field } = UpdateFlowRequestSchema;
  return {
    type,
    targetId: isFieldSet(request, field.redirectTargetId) ? request.redirectTargetId : kept.targetId,
    url: isFieldSet(request, field.redirectUrl) ? request.redirectUrl : kept.url,
  };
}

function requiredName(given: string): string {
  const name = given.trim();
  if (name === "") throw invalid("name", "is blank.");
  return name;
}

/** What a person should know about these settings before saying yes. */
export function settingWarnings(settings: FlowSettings): string[] {
  const bank = "Bank validation is required: choose its provider in the console before sharing the link.";
  return [...fieldWarnings(settings.registrationFields), ...(settings.isBankProviderRequired ? [bank] : [])];
}

/** Completions per unique visit in percent with two decimals; 0 where nobody came. */
export function conversionRate(completed: number, unique: number): number {
  return unique === 0 ? 0 : Math.round((completed / unique) * 10_000) / 100;
}

/** What is left to do for a flow that was made by a tool. */
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
