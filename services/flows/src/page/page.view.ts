import { randomUUID } from "node:crypto";
import { isSandboxId } from "@tenant-ops/kit/call";
import { forbidIndexing, getCountryLanguage, sendEndedPage, sendMissingPage } from "@tenant-ops/kit/pages";
import type { FastifyReply, FastifyRequest } from "fastify";
import { listFormFields } from "../questions/fields.rules.js";
import type { FlowFinder, RequestedFlow } from "./page.flows.js";
import { style } from "./page.html.js";
import { listProvenAnswers, type Proof } from "../sign-in/sign-ins.rules.js";
import type { FormView } from "./page.questions.html.js";

export function markIfTest(reply: FastifyReply, requested: RequestedFlow): void {
  if (isTestPage(requested)) forbidIndexing(reply);
}

/** Answers a request for a flow that is not online. */
export async function sendUnavailable(
  finder: FlowFinder,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const ended = await finder.findEnded(request);
  if (!ended) return sendMissingPage(request, reply, style);
  markIfTest(reply, ended);
  const { name, country } = ended.flow;
  return sendEndedPage(reply, { style, name, language: getCountryLanguage(country), isTest: isTestPage(ended) });
}

/** The page of a sandbox, or of a test run. */
export const isTestPage = ({ call, testRun }: RequestedFlow): boolean =>
  isSandboxId(call.businessId) || testRun !== undefined;

export function toFormView(requested: RequestedFlow, proof?: Proof): FormView {
  const { name, registrationFields, country, documents = [] } = requested.flow;
  const fields = listFormFields(registrationFields);
  return {
    isTest: isTestPage(requested),
    language: getCountryLanguage(country),
    name,
    fields,
    documentQuestions: registrationFields.filter((field) => !fields.includes(field)).map(({ text }) => text),
    country,
    typed: new URLSearchParams(listProvenAnswers(fields, proof)),
    ...(proof && {
      proven: { proof, fields: new Set(listProvenAnswers(fields, proof).map(([name]) => name)), path: requested.path },
    }),
    documents: documents.map(({ kind, title, sha256, requiresAcceptance }) => ({
      kind,
      title,
      sha256,
      requiresAcceptance,
      href: `${requested.path}/documents/${sha256}`,
    })),
    notAccepted: new Set(),
    problems: new Map(),
    submission: randomUUID(),
  };
}
