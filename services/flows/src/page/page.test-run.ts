import { html } from "@tenant-ops/kit/http";
import {
  createPageHeaders,
  getCountryLanguage,
  getForm,
  type Language,
  renderPage,
  sendMissingPage,
  sendPage,
} from "@tenant-ops/kit/pages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { checkAnswers } from "../questions/answers.rules.js";
import { findRequiredProvider } from "../bank/bank-provider.store.js";
import { checkAcceptance } from "../documents/documents.rules.js";
import { findDestination } from "./page.destination.js";
import type { PageContext } from "./page-context.js";
import type { FlowFinder, RequestedFlow } from "./page.flows.js";
import { renderFormPage, style } from "./page.html.js";
import { pageTexts } from "./page.texts.js";
import { markIfTest, toFormView } from "./page.view.js";
import { computeSettingsHash, planTestResult, type TestResult, type TestRun } from "../test-runs/test-runs.rules.js";
import { addUtm, pickUtm } from "../redirects/urls.rules.js";

const path = "/flow/:slug/test-runs/:token";

type RequestedTest = RequestedFlow & { testRun: TestRun };

interface TestRunContext extends PageContext {
  finder: FlowFinder;
}

/** The page of a flow over the link of a test run: as visitors see it, but nothing is counted, and no visitor is sent on. */
export function testRunPages(pages: FastifyInstance, context: TestRunContext): void {
  const { scope, verbs } = context;
  const policy = createTestPolicy(context.config.APP_URL);
  const config = { withoutCaller: true };
  // A link checker that requests the page with HEAD does not open it.
  pages.head(path, { config }, (request, reply) => showTestForm(request, reply, false));
  pages.get(path, { config }, (request, reply) => showTestForm(request, reply, true));
  pages.post(path, { config }, (request, reply) => submitTestForm(request, reply));

  async function showTestForm(request: FastifyRequest, reply: FastifyReply, opens: boolean): Promise<FastifyReply> {
    const requested = await context.finder.findTested(request);
    if (!requested) return sendMissingPage(request, reply, style);
    if (opens) await noteShown(requested);
    markIfTest(reply, requested);
    return reply.header(policyHeader, policy).send(renderFormPage(toFormView(requested)));
  }

  const noteShown = ({ call, testRun, flow }: RequestedTest) =>
    verbs.noteTestPage(call, { testRunId: testRun._id, settingsHash: computeSettingsHash(flow) });

  async function submitTestForm(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const requested = await context.finder.findTested(request);
    if (!requested) return sendMissingPage(request, reply, style);
    markIfTest(reply, requested);
    void reply.header(policyHeader, policy);
    const { flow, call, testRun } = requested;
    const form = getForm(request);
    const { answers, problems } = checkAnswers(flow.registrationFields, form);
    const { accepted, missing: notAccepted } = checkAcceptance(flow.documents ?? [], form);
    if (problems.size + notAccepted.size > 0) {
      if (testRun.openedAt) await noteShown(requested);
      return sendPage(reply, 422, renderFormPage({ ...toFormView(requested), typed: form, problems, notAccepted }));
    }
    const { redirect, address } = await findDestination(context, requested, answers);
    const { _id: flowId, slug } = flow;
    const registration = {
      flowId,
      slug,
      answers,
      redirect,
      utm: pickUtm(flow),
      acceptedDocuments: accepted,
      isTest: true as const,
    };
    const result = planTestResult(testRun, flow, registration, {
      methods: requested.methods,
      address: address && addUtm(address, flow),
      bank: await askBankAsTest(requested, answers),
      at: new Date(),
    });
    await verbs.recordTestResult(call, { testRun, result });
    return sendPage(reply, 200, renderTestResultPage(getCountryLanguage(flow.country), result));
  }

  /** Undefined when visitors are registered without the bank. */
  async function askBankAsTest({ flow, call, testRun }: RequestedFlow, answers: Record<string, string>) {
    const provider = await findRequiredProvider(scope(call), flow);
    if (!provider || !testRun) return undefined;
    const { slug } = flow;
    return context.bank.askAsTest(provider, { registrationId: testRun._id, slug, answers, createdAt: new Date() });
  }
}

const policyHeader = "content-security-policy";

/** Only the application may show this page in a frame, beside the form with which the flow is changed. */
function createTestPolicy(appUrl: string | undefined): string {
  const frameAncestors = appUrl === undefined ? "'none'" : new URL(appUrl).origin;
  return createPageHeaders({ style, frameAncestors })[policyHeader] ?? "";
}

/** The result of a test run, shown instead of the redirect. */
function renderTestResultPage(language: Language, { passed, steps, address }: TestResult): string {
  const words = pageTexts[language].testRun;
  const title = passed ? words.passed : words.failed;
  return renderPage(
    { style, language, isTest: true, title, mainClass: "message" },
    html`<div class="badge" aria-hidden="true">${passed ? "✓" : "!"}</div>
      <h1>${title}</h1>
      <ul>
        ${steps.map((step) => html`<li>${words.steps[step.name]}: ${words.states[step.state]}</li> `)}
      </ul>
      ${
        address !== "" &&
        html`<p class="lead">
          ${words.wouldGo}
          <a href="${address}" target="_blank" rel="noopener noreferrer">${address}</a>
        </p>`
      }
      <a class="button" href="">${words.again}</a>`,
  );
}
