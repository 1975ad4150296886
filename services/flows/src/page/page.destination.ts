import type { Call } from "@tenant-ops/kit/call";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { listDestinations } from "../redirects/additional-redirects.rules.js";
import type { FlowsConfig } from "../config.js";
import { buildConsoleUrl } from "./page-slugs.js";
import type { RequestedFlow } from "./page.flows.js";
import type { Redirect } from "../redirects/redirects.rules.js";
import type { LookUpTarget } from "../targets/target-lookup.js";

export interface DestinationContext {
  config: FlowsConfig;
  lookUpTarget: LookUpTarget;
  logger: Logger;
}

/** Where a visitor is sent: the first active destination; no address when none is active. */
export async function findDestination(
  context: DestinationContext,
  { flow, call }: RequestedFlow,
  answers: Readonly<Record<string, string>>,
): Promise<{ redirect: Redirect; address?: string }> {
  const destinations = listDestinations(flow, answers);
  for (const redirect of destinations) {
    const address = await findAddress(context, call, redirect);
    if (address) return { redirect, address };
  }
  return { redirect: destinations[0] };
}

/** The address of a target; undefined when it is missing or inactive. */
export async function findAddress(
  { config, logger, lookUpTarget }: DestinationContext,
  call: Call,
  redirect: Redirect,
): Promise<string | undefined> {
  try {
    const { status, url } = await lookUpTarget(call, redirect);
    return status === "active" ? url : undefined;
  } catch (error) {
    // The target may well exist, so the visitor is registered and sent to its page in the console.
    logger.warn({ err: error, requestId: call.requestId }, "redirect target lookup failed");
    const { type, targetId } = redirect;
    return type === "roulette" || type === "course" ? buildConsoleUrl(config.CONSOLE_URL, type, targetId) : undefined;
  }
}
