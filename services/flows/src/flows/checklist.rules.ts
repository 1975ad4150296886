import { additionalRedirectWarnings, additionalTargetWarnings } from "../redirects/additional-redirects.rules.js";
import type { DocumentKind } from "../documents/documents.rules.js";
import { fieldWarnings } from "../questions/fields.rules.js";
import type { LimitName } from "../limits/limit-metrics.js";
import { type Flow, settingWarnings } from "./flows.rules.js";
import { listMethods, listWantedMethods, type Providers } from "../providers/providers.rules.js";
import { type FlowTargets, targetWarnings } from "../redirects/redirects.rules.js";
import { say, type Sentence } from "../questions/sentences.rules.js";
import { getTestState, testRunWarnings } from "../test-runs/test-runs.rules.js";

/**
 * `done`: complete. `missing`: visitors cannot use the flow without it. `warning`: they can, but a person should know. `optional`: not used by this
 * flow.
 */
export type StepState = "done" | "missing" | "warning" | "optional";

/** A step can have several things that a person should know; its checklist entry shows the first. */
interface StepOutcome {
  state: StepState;
  sentences: [Sentence, ...Sentence[]];
}

/** The steps in the order in which a person takes them; each is checked independently. */
const steps = {
  fields: checkFields,
  redirect: checkRedirect,
  additionalRedirects: checkAdditionalRedirects,
  documents: checkDocuments,
  bankValidation: checkBankValidation,
  authType: checkAuthType,
  testRun: checkTestRun,
  active: checkActive,
} satisfies Record<string, (flow: Flow, targets: FlowTargets, setUp: SetUp) => StepOutcome>;

export type StepName = keyof typeof steps;

export interface ChecklistStep extends Sentence {
  name: StepName;
  state: StepState;
}

/** What the business has set up for all its flows. */
export interface SetUp {
  isBankOn: boolean;
  providers: Providers | null;
  /** The limits of visitors of which little remains. */
  nearlyUsed: LimitName[];
}

/** What is set up for a flow, and what is still to do. */
export function buildChecklist(flow: Flow, targets: FlowTargets, setUp: SetUp): ChecklistStep[] {
  return Object.entries(steps).map(([name, check]) => {
    const { state, sentences } = check(flow, targets, setUp);
    return { name: name as StepName, state, ...sentences[0] };
  });
}

/**
 * All that the checklist misses or warns of, for the preview that puts a page online.
 * @param flow as it will be
 */
export function listOpenPoints(flow: Flow, targets: FlowTargets, setUp: SetUp): Sentence[] {
  return Object.values(steps).flatMap((check) => {
    const { state, sentences } = check(flow, targets, setUp);
    return state === "missing" || state === "warning" ? sentences : [];
  });
}

const isIn = (state: StepState, sentence: Sentence): StepOutcome => ({ state, sentences: [sentence] });
const done = (sentence: Sentence): StepOutcome => isIn("done", sentence);

/** The warnings, or `otherwise` without one. */
function warnOr([warning, ...others]: readonly Sentence[], state: StepState, otherwise: Sentence): StepOutcome {
  return warning ? { state, sentences: [warning, ...others] } : done(otherwise);
}

function checkFields({ registrationFields }: Flow): StepOutcome {
  const required = registrationFields.filter(({ isRequired }) => isRequired).length;
  const asked = say("questions_asked", { count: registrationFields.length, required });
  return warnOr(fieldWarnings(registrationFields), "warning", asked);
}

function checkRedirect({ redirect: { type } }: Flow, { main }: FlowTargets): StepOutcome {
  const state = main.status === "unknown" ? "warning" : "missing";
  return warnOr(targetWarnings(type, main), state, say("redirect_works", { type }));
}

function checkAdditionalRedirects(flow: Flow, { additional }: FlowTargets): StepOutcome {
  const { additionalRedirects = [] } = flow;
  const { length: count } = additionalRedirects;
  if (count === 0) return isIn("optional", say("additional_redirects_unused"));
  const warnings = [...additionalRedirectWarnings(flow), ...additionalTargetWarnings(additionalRedirects, additional)];
  return warnOr(warnings, "warning", say("additional_redirects_work", { count }));
}

/** Which documents the law asks for depends on the country: this names what pages of this kind usually have. */
function checkDocuments({ documents = [], redirect, additionalRedirects = [] }: Flow): StepOutcome {
  const leadsToDraw = [redirect, ...additionalRedirects.map((one) => one.redirect)].some(
    ({ type }) => type === "roulette",
  );
  const usual: DocumentKind[] = leadsToDraw ? ["privacy", "terms", "permit"] : ["privacy"];
  const kinds = usual.filter((kind) => !documents.some((document) => document.kind === kind));
  if (kinds.length === 0) return done(say("documents_linked", { count: documents.length }));
  const code = leadsToDraw ? "documents_missing_for_draw" : "documents_missing_for_personal_data";
  return isIn("warning", say(code, { kinds }));
}

function checkBankValidation(
  { isBankProviderRequired }: Flow,
  _targets: FlowTargets,
  { isBankOn }: SetUp,
): StepOutcome {
  if (!isBankProviderRequired) return isIn("optional", say("bank_validation_unused"));
  return isBankOn ? done(say("bank_validation_ready")) : isIn("missing", say("bank_validation_missing"));
}

function checkAuthType({ authType }: Flow, _targets: FlowTargets, { providers }: SetUp): StepOutcome {
  const methods = listMethods(authType, providers);
  if (methods.length === 0) return isIn("warning", say("visitor_proof_missing", { authType }));
  const lastSend = methods.includes("whatsapp") ? providers?.whatsapp?.lastSend : undefined;
  if (lastSend?.needsChange) return isIn("missing", say("visitor_codes_fail"));
  if (methods.includes("whatsapp") && lastSend?.outcome !== "sent")
    return isIn("warning", say("visitor_codes_untested"));
  const isPart = methods.length < listWantedMethods(authType).length;
  if (isPart) return isIn("warning", say("visitor_proof_partly_set", { methods }));
  return done(say("visitor_proof_set", { methods }));
}

function checkTestRun(flow: Flow): StepOutcome {
  const state = getTestState(flow.testRun, flow);
  return warnOr(testRunWarnings(state), state === "missing" ? "missing" : "warning", say("test_run_passed"));
}

function checkActive({ isActive }: Flow, _targets: FlowTargets, { nearlyUsed }: SetUp): StepOutcome {
  if (!isActive) return isIn("missing", say("page_offline"));
  if (nearlyUsed.length > 0) return isIn("warning", say("visitor_limits_nearly_used", { limits: nearlyUsed }));
  return done(say("page_online"));
}

/** Warnings about a stored flow. */
export function flowWarnings(flow: Flow, { main, additional }: FlowTargets): Sentence[] {
  return [
    ...settingWarnings(flow),
    ...targetWarnings(flow.redirect.type, main),
    ...additionalTargetWarnings(flow.additionalRedirects ?? [], additional),
    ...(flow.isActive ? testRunWarnings(getTestState(flow.testRun, flow)) : []),
  ];
}
