import { create } from "@bufbuild/protobuf";
import type { Call } from "@tenant-ops/kit/call";
import { toRefusal, unavailable } from "@tenant-ops/kit/errors";
import type { ServiceContext } from "@tenant-ops/kit/process";
import { GetTargetRequestSchema as GetCourseSchema, LearningService } from "@tenant-ops/proto/learning";
import { GetTargetRequestSchema as GetRouletteSchema, RoulettesService } from "@tenant-ops/proto/roulettes";
import type { FlowsConfig } from "./config.js";
import type { FoundTarget, Redirect } from "./redirects.rules.js";
import { findTarget } from "./targets.store.js";

/** Asks whoever owns the target of a redirect. @throws Refusal service_unavailable when they do not answer */
export type AskTarget = (call: Call, redirect: Redirect) => Promise<FoundTarget>;

type GetTarget = (id: string, call: Call) => Promise<{ exists: boolean; isActive: boolean }>;

/** Longer than this nobody waits for another service, least of all a visitor. */
const patienceMs = 2500;

export function targetAsker({
  db,
  clients,
  config,
}: Pick<ServiceContext<FlowsConfig>, "db" | "clients" | "config">): AskTarget {
  const getRoulette: GetTarget = async (id, call) =>
    (await clients.unary(RoulettesService.method.getTarget, create(GetRouletteSchema, { id }), call)).message;
  const getCourse: GetTarget = async (id, call) =>
    (await clients.unary(LearningService.method.getTarget, create(GetCourseSchema, { id }), call)).message;

  return async (call, { type, targetId, url }) => {
    switch (type) {
      case "url":
        return { status: "active", url };
      case "roulette":
      case "course": {
        const ask = type === "roulette" ? getRoulette : getCourse;
        const { exists, isActive } = await answerOf(type, ask(targetId, impatient(call)));
        if (!exists) return { status: "missing", url: "" };
        // They have no address of their own in the contract: the console shows each under its id.
        return { status: isActive ? "active" : "inactive", url: consoleUrl(config.CONSOLE_URL, type, targetId) };
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

export function consoleUrl(console: string, type: "roulette" | "course" | "flow", id: string): string {
  return `${console}/${type}/${encodeURIComponent(id)}`;
}

/** The idempotency key is that of the write around the question; a question has none. */
function impatient(call: Call): Call {
  const { idempotencyKey: _, ...question } = call;
  return { ...question, deadline: Math.min(call.deadline, Date.now() + patienceMs) };
}

async function answerOf<Answer>(type: string, asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    const { code } = toRefusal(error);
    if (code !== "service_unavailable" && code !== "deadline_exceeded" && code !== "overloaded") throw error;
    throw unavailable(
      `Whether the ${type} exists could not be checked, because its service does not answer. Nothing was written.`,
    );
  }
}
