import { additionalRedirectWarnings, additionalTargetWarnings } from "./additional-redirects.rules.js";
import type { DocumentKind } from "./documents.types.js";
import { fieldWarnings } from "./fields.rules.js";
import type { Flow } from "./flows.types.js";
import { targetWarnings } from "./redirects.rules.js";
import type { FlowTargets } from "./redirects.types.js";
import { getTestState, testRunWarnings } from "./test-runs.rules.js";

/**
 * `done`: nothing is left to do. `missing`: visitors cannot use the flow without it. `warning`: they can, and a person should know.
 * `optional`: not used by this flow. `not_available`: required, and cannot be set up yet.
 */
export type StepState = "done" | "missing" | "warning" | "optional" | "not_available";

interface StepOutcome {
  state: StepState;
  detail: string;
}

/** The steps in the order in which a person takes them; each decides by itself. */
const steps = {
  fields: checkFields,
  redirect: checkRedirect,
  additionalRedirects: checkAdditionalRedirects,
  documents: checkDocuments,
  bankValidation: checkBankValidation,
  authType: checkAuthType,
  testRun: checkTestRun,
  active: checkActive,
} satisfies Record<string, (flow: Flow, targets: FlowTargets) => StepOutcome>;

export type StepName = keyof typeof steps;

export interface ChecklistStep extends StepOutcome {
  name: StepName;
}

/** What is set up for a flow, and what is left to do. */
export function buildChecklist(flow: Flow, targets: FlowTargets): ChecklistStep[] {
  return Object.entries(steps).map(([name, check]) => ({ name: name as StepName, ...check(flow, targets) }));
}

const done = (detail: string): StepOutcome => ({ state: "done", detail });

/** The first warning, or what is said without one. */
function warnOr(warnings: readonly string[], state: StepState, otherwise: string): StepOutcome {
  return warnings[0] === undefined ? done(otherwise) : { state, detail: warnings[0] };
}

function checkFields({ registrationFields }: Flow): StepOutcome {
  const required = registrationFields.filter(({ isRequired }) => isRequired).length;
  const asked = `The page asks ${registrationFields.length} questions, ${required} of them required.`;
  return warnOr(fieldWarnings(registrationFields), "warning", asked);
}

function checkRedirect({ redirect: { type } }: Flow, { main }: FlowTargets): StepOutcome {
  const state = main.status === "unknown" ? "warning" : "missing";
  const where = type === "url" ? "an address" : `the ${type}`;
  return warnOr(targetWarnings(type, main), state, `Visitors go to ${where} after registering.`);
}

function checkAdditionalRedirects(flow: Flow, { additional }: FlowTargets): StepOutcome {
  const { additionalRedirects = [] } = flow;
  if (additionalRedirects.length === 0) {
    return { state: "optional", detail: "There are no additional redirects; all visitors go to the main one." };
  }
  const warnings = [...additionalRedirectWarnings(flow), ...additionalTargetWarnings(additionalRedirects, additional)];
  return warnOr(
    warnings,
    "warning",
    `${additionalRedirects.length} additional redirects are tried before the main one.`,
  );
}

/** Which documents the law asks for depends on the country: this names what pages of this kind usually have. */
function checkDocuments({ documents = [], redirect, additionalRedirects = [] }: Flow): StepOutcome {
  const leadsToDraw = [redirect, ...additionalRedirects.map((one) => one.redirect)].some(
    ({ type }) => type === "roulette",
  );
  const usual: DocumentKind[] = leadsToDraw ? ["privacy", "terms", "permit"] : ["privacy"];
  const missing = usual.filter((kind) => !documents.some((document) => document.kind === kind));
  if (missing.length === 0) return done(`Documents that the page links: ${documents.length}.`);
  const names = missing.map((kind) => documentNames[kind]).join(", ");
  return {
    state: "warning",
    detail: `The page links no ${names}; a page that ${leadsToDraw ? "leads to a draw" : "asks for personal data"} usually needs it.`,
  };
}

const documentNames: Record<DocumentKind, string> = {
  terms: "terms",
  privacy: "privacy notice",
  permit: "permit of the draw",
};

function checkBankValidation({ isBankProviderRequired }: Flow): StepOutcome {
  return isBankProviderRequired
    ? {
        state: "not_available",
        detail: "Bank validation is required, and no provider can be chosen yet: visitors register without it.",
      }
    : { state: "optional", detail: "The flow does not require bank validation." };
}

function checkAuthType({ authType }: Flow): StepOutcome {
  return {
    state: "warning",
    detail: `Visitors register without proof of who they are: no provider is configured for ${authType}.`,
  };
}

function checkTestRun(flow: Flow): StepOutcome {
  const state = getTestState(flow.testRun, flow);
  return warnOr(testRunWarnings(state), state === "missing" ? "missing" : "warning", "The last test run has passed.");
}

function checkActive({ isActive }: Flow): StepOutcome {
  return isActive
    ? done("The page is online.")
    : { state: "missing", detail: "The page is offline; activate the flow." };
}
