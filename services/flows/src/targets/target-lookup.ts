import type { Call } from "@tenant-ops/kit/call";
import { toRefusal, unavailable } from "@tenant-ops/kit/errors";
import type { ServiceContext } from "@tenant-ops/kit/process";
import { LearningService } from "@tenant-ops/proto/learning";
import { RoulettesService } from "@tenant-ops/proto/roulettes";
import type { FlowsConfig } from "../config.js";
import { buildConsoleUrl } from "../page/page-slugs.js";
import type { Flow } from "../flows/flows.rules.js";
import type { FlowTargets, FoundTarget, Redirect, ShownTarget } from "../redirects/redirects.rules.js";
import { findTarget } from "./targets.store.js";

/**
 * Finds the target of a redirect in the service that owns it.
 * @throws Refusal service_unavailable when that service does not answer
 */
export type LookUpTarget = (call: Call, redirect: Redirect) => Promise<FoundTarget>;

type GetTarget = (id: string, call: Call) => Promise<{ exists: boolean; isActive: boolean }>;

/** Short, because a visitor of a page waits for the answer. */
const lookupTimeoutMs = 2500;

export function createTargetLookup({
  db,
  clients,
  config,
}: Pick<ServiceContext<FlowsConfig>, "db" | "clients" | "config">): LookUpTarget {
  const getRoulette: GetTarget = async (id, call) =>
    (await clients.unary(RoulettesService.method.getTarget, { id }, call)).message;
  const getCourse: GetTarget = async (id, call) =>
    (await clients.unary(LearningService.method.getTarget, { id }, call)).message;

  return async (call, { type, targetId, url }) => {
    switch (type) {
      case "url":
        return { status: "active", url };
      case "roulette":
      case "course": {
        const getTarget = type === "roulette" ? getRoulette : getCourse;
        const { exists, isActive } = await requireAnswer(type, getTarget(targetId, toLookupCall(call)));
        if (!exists) return { status: "missing", url: "" };
        // The reply of these services has no address: the console shows a roulette or a course under its id.
        return { status: isActive ? "active" : "inactive", url: buildConsoleUrl(config.CONSOLE_URL, type, targetId) };
      }
      case "survey":
      case "event": {
        const target = await findTarget(db.scope(call), targetId);
        if (!target) return { status: "missing", url: "" };
        if (target.kind !== type) return { status: "missing", url: "", actualType: target.kind };
        return { status: "active", url: target.url };
      }
      default:
        return type satisfies never;
    }
  };
}

/** For replies that show a stored flow, which must not fail while the service of its target is unavailable. */
export async function lookUpTargetIfAvailable(
  lookUpTarget: LookUpTarget,
  call: Call,
  redirect: Redirect,
): Promise<ShownTarget> {
  try {
    return await lookUpTarget(call, redirect);
  } catch (error) {
    if (toRefusal(error).code !== "service_unavailable") throw error;
    return { status: "unknown", url: "" };
  }
}

/**
 * The targets of all redirects of a stored flow, for replies.
 * @param known those that were looked up already
 */
export async function lookUpFlowTargets(
  lookUpTarget: LookUpTarget,
  call: Call,
  { redirect, additionalRedirects = [] }: Pick<Flow, "redirect" | "additionalRedirects">,
  known: { main?: ShownTarget | undefined; additional?: ShownTarget[] | undefined } = {},
): Promise<FlowTargets> {
  const lookUp = (one: Redirect) => lookUpTargetIfAvailable(lookUpTarget, call, one);
  const [main, additional] = await Promise.all([
    known.main ?? lookUp(redirect),
    known.additional ?? Promise.all(additionalRedirects.map((one) => lookUp(one.redirect))),
  ]);
  return { main, additional };
}

/** The call with a shorter deadline, and without the idempotency key, which belongs to the write and not to this read. */
function toLookupCall(call: Call): Call {
  const { idempotencyKey: _, ...read } = call;
  return { ...read, deadline: Math.min(call.deadline, Date.now() + lookupTimeoutMs) };
}

async function requireAnswer<Answer>(type: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    const { code } = toRefusal(error);
    if (code !== "service_unavailable" && code !== "deadline_exceeded" && code !== "overloaded") throw error;
    throw unavailable(
      `Whether the ${type} exists could not be checked, because its service does not answer. Nothing was written.`,
    );
  }
}
