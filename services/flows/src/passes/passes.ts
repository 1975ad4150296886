import type { Call } from "@tenant-ops/kit/call";
import type { Database } from "@tenant-ops/kit/data";
import { createPassIssuer } from "@tenant-ops/kit/pages";
import type { FastifyReply } from "fastify";
import type { FlowsConfig } from "../config.js";
import type { Flow } from "../flows/flows.rules.js";
import { identifyByAnswers, toVisitorDetails, toVisitorId } from "./passes.rules.js";
import type { Redirect } from "../redirects/redirects.rules.js";
import { getProvenContact, identifyByProof, type Proof } from "../sign-in/sign-ins.rules.js";
import { getVisitorSecret } from "../visitor-secrets.js";

/** A registration that is stored, and where its visitor goes. */
export interface PassRequest {
  call: Call;
  flow: Flow;
  registrationId: string;
  /** With phones in E.164. */
  answers: Readonly<Record<string, string>>;
  redirect: Redirect;
  address: string;
  /** What the visitor had proved; absent without a proof. */
  proof?: Proof | undefined;
}

/** Adds a pass to the address of a roulette or a course, and its cookie to the answer. Other addresses stay as they are. */
export type AddPass = (reply: FastifyReply, request: PassRequest) => Promise<string>;

export function createPassAdder(db: Database, config: FlowsConfig): AddPass {
  const issue = createPassIssuer(config.CALL_CONTEXT_PRIVATE_KEY);
  return async (reply, { call, flow, registrationId, answers, redirect, address, proof }) => {
    const { type, targetId: id } = redirect;
    if (type !== "roulette" && type !== "course") return address;
    const { businessId } = call;
    const { slug, registrationFields: fields } = flow;
    const identity = proof ? identifyByProof(proof) : identifyByAnswers(fields, answers, registrationId);
    const visitorId = toVisitorId(await getVisitorSecret(db), businessId, identity);
    const contact = getProvenContact(proof);
    const proven = { isVerified: proof !== undefined, provenContact: contact ? [contact.kind] : [] };
    const pass = { businessId, slug, registrationId, visitorId, ...proven, target: { type, id } };
    return issue(reply, address, pass, toVisitorDetails(fields, answers, proof));
  };
}
