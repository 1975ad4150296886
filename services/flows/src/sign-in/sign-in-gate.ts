import type { Reads } from "@tenant-ops/kit/process";
import { getCountryLanguage, sendPage } from "@tenant-ops/kit/pages";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RequestedFlow } from "../page/page.flows.js";
import { isTestPage, markIfTest } from "../page/page.view.js";
import { renderSignInPage, type SignInView } from "./sign-in.html.js";
import { findOwnSignIn, type SignInCookie } from "./sign-in.requests.js";
import type { SignInProblem } from "./sign-in.texts.js";
import type { SignIn } from "./sign-ins.rules.js";

type Shown = Partial<Pick<SignInView, "typed">> & { problem?: SignInProblem; status?: number; asksPhone?: boolean };

/** Shows the sign-in page before the form of a flow that asks for a proof. */
export interface SignInGate {
  /** The sign-in of this browser; null for a flow that asks for no proof, and before the first step. */
  find(request: FastifyRequest, requested: RequestedFlow): Promise<SignIn | null>;
  /** Answers with the page on which the visitor proves who they are. With a problem, a try was refused, and is counted. */
  show(request: FastifyRequest, reply: FastifyReply, requested: RequestedFlow, shown?: Shown): Promise<FastifyReply>;
}

type CountRefusedProof = (request: FastifyRequest, requested: RequestedFlow) => Promise<void>;

export function createSignInGate(
  scope: Reads["scope"],
  cookie: SignInCookie,
  countRefused: CountRefusedProof,
): SignInGate {
  const find = (request: FastifyRequest, requested: RequestedFlow) =>
    requested.methods.length === 0
      ? Promise.resolve(null)
      : findOwnSignIn(scope(requested.call), cookie, request, requested);
  return {
    find,
    async show(request, reply, requested, { problem, status = 200, typed, asksPhone = false } = {}) {
      if (problem !== undefined) await countRefused(request, requested);
      const { flow, path, methods, providers } = requested;
      const code = asksPhone ? undefined : (await find(request, requested))?.code;
      const isWaiting = code !== undefined && code.expiresAt > new Date();
      markIfTest(reply, requested);
      cookie.renew(request, reply, path);
      return sendPage(
        reply,
        status,
        renderSignInPage({
          language: getCountryLanguage(flow.country),
          isTest: isTestPage(requested),
          name: flow.name,
          path,
          methods,
          host: providers?.identityProvider ? new URL(providers.identityProvider.issuer).host : "",
          problem,
          ...(typed !== undefined && { typed }),
          ...(isWaiting && { phone: code.phone }),
        }),
      );
    },
  };
}
