import { randomBytes } from "node:crypto";
import { isSandboxId } from "@tenant-ops/kit/call";
import type { Call } from "@tenant-ops/kit/call";
import type { Database } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import {
  createPageCall,
  createPageVisitors,
  forbidIndexing,
  getCountryLanguage,
  getForm,
  getPagePath,
  getQueryText,
  pageVisitorLife,
  type PageVisitors,
  passParameter,
  readPageId,
  registerPages,
  sendBadPassPage,
  sendEndedPage,
  sendMissingPage,
  sendPage,
  visitorIndexes,
} from "@tenant-ops/kit/pages";
import { defineNoun } from "@tenant-ops/kit/process";
import type { Logger } from "@tenant-ops/kit/telemetry";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createReplayableRandom } from "../spins/draw.rules.js";
import { renderRoulettePage, resultFragment, style, submissionName } from "./page.html.js";
import { readRouletteState } from "./page.reads.js";
import { findRoulette } from "../roulettes/roulettes.store.js";
import type { Roulette } from "../roulettes/roulettes.rules.js";
import type { spinRoulette } from "../spins/spins.verbs.js";

const path = "/roulette/*";

/** The browsers that came from a flow. The noun of the spins binds the page, because both use one verb. */
export const visitors = defineNoun({ collections: { visitors: { indexes: visitorIndexes, ...pageVisitorLife } } });

/** What the page needs of the service. */
export interface PageServices {
  db: Database;
  logger: Logger;
  /** For passes of flows. */
  config: { CALL_CONTEXT_PUBLIC_KEYS: string };
}

interface PageContext extends Pick<PageServices, "db"> {
  spin: ReturnType<typeof spinRoulette>;
  visitors: PageVisitors;
}

/** A roulette whose page was requested, and the call in the name of its business. */
interface RequestedRoulette {
  roulette: Roulette;
  call: Call;
}

/** The public page of a roulette. Visitors have no credential: the id names the roulette and its business. */
export function roulettePageHttp(
  app: FastifyInstance,
  { db, logger, config: { CALL_CONTEXT_PUBLIC_KEYS } }: PageServices,
  spin: PageContext["spin"],
): void {
  const context: PageContext = { db, spin, visitors: createPageVisitors(db, CALL_CONTEXT_PUBLIC_KEYS) };
  registerPages(app, { style, logger }, (pages) => {
    const config = { withoutCaller: true };
    const show = (request: FastifyRequest, reply: FastifyReply) => showRoulette(context, request, reply);
    pages.route({ method: ["GET", "HEAD"], url: path, config, handler: show });
    pages.post(path, { config }, (request, reply) => handleSpin(context, request, reply));
  });
}

async function showRoulette(context: PageContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const requested = await findRequested(context, request);
  if (!requested) return sendMissingPage(request, reply, style);
  const { roulette, call } = requested;
  const view = toView(requested);
  if (view.isTest) forbidIndexing(reply);
  const token = getQueryText(request, passParameter);
  // A HEAD request (of a link checker) does not use up the pass.
  if (token !== undefined && request.method === "GET" && roulette.isActive) {
    const target = { type: "roulette" as const, id: roulette._id };
    const isRedeemed = await context.visitors.redeem(request, reply, { call, target, token });
    return isRedeemed ? reply.redirect(getPagePath(request), 303) : sendBadPassPage(request, reply, { style, ...view });
  }
  const scope = context.db.scope(call);
  const visitor = await context.visitors.find(scope, request, roulette._id);
  const state = await readRouletteState(scope, roulette, visitor);
  // A prize stays visible to its winner when the roulette is inactive.
  if (!roulette.isActive && state.spins.length === 0) return sendUnavailable(request, reply, requested);
  return sendPage(reply, 200, renderRoulettePage(state, view));
}

/** Always answers with a redirect: the page then shows what is stored, also to a visitor who sends the form again. */
async function handleSpin(context: PageContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const requested = await findRequested(context, request);
  if (!requested) return sendMissingPage(request, reply, style);
  const { roulette, call } = requested;
  const visitor = await context.visitors.find(context.db.scope(call), request, roulette._id);
  if (!visitor && !roulette.isActive) return sendUnavailable(request, reply, requested);
  if (!visitor) return sendBadPassPage(request, reply, { style, ...toView(requested) });
  const submission = getForm(request).get(submissionName) ?? "";
  if (!/^[0-9a-f-]{36}$/.test(submission)) return reply.redirect(getPagePath(request), 303);
  const { visitorId: userId, visitId, registration } = visitor;
  // The key names the visitor, so the digest need not: an erasure does not know where it stands.
  const spinCall = { ...call, idempotencyKey: `${visitor._id}|${submission}`, requestDigest: () => "spin" };
  const random = createReplayableRandom(randomBytes);
  try {
    await context.spin(spinCall, { rouletteId: roulette._id, userId, random, visit: { visitId, registration } });
  } catch (error) {
    if (!isEndOfSpins(error)) throw error;
  }
  return reply.redirect(`${getPagePath(request)}#${resultFragment}`, 303);
}

/** An inactive roulette that was spun is known to visitors; another one is a missing page. */
function sendUnavailable(request: FastifyRequest, reply: FastifyReply, requested: RequestedRoulette): FastifyReply {
  const { name, totalSpins } = requested.roulette;
  if (totalSpins === 0) return sendMissingPage(request, reply, style);
  return sendEndedPage(reply, { style, name, ...toView(requested) });
}

/** The visitor has no spin left, or the roulette was deactivated: the page shows it. */
function isEndOfSpins(error: unknown): boolean {
  return error instanceof Refusal && (error.code === "max_wins_reached" || error.code === "roulette_inactive");
}

async function findRequested({ db }: PageContext, request: FastifyRequest): Promise<RequestedRoulette | undefined> {
  const id = readPageId(request, "rlt");
  const businessId = id && (await db.findOwner("roulettes", id));
  if (!businessId) return undefined;
  const call = createPageCall(request, businessId, "roulette page");
  const roulette = await findRoulette(db.scope(call), id);
  return roulette ? { roulette, call } : undefined;
}

function toView({ roulette, call }: RequestedRoulette) {
  return {
    language: getCountryLanguage(roulette.country),
    isTest: isSandboxId(call.businessId),
    now: new Date(),
  };
}
