import { type Call, metadataKeys, type SignContext } from "@tenant-ops/kit/call";
import { type ErrorBody, isErrorCode, Refusal, unavailable } from "@tenant-ops/kit/errors";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { routes } from "@tenant-ops/rest";
import { parseArguments } from "../mcp/tools/arguments.js";
import { findTool } from "../mcp/tools/catalog.js";
import { parseAnswer } from "../mcp/tools/dispatch.js";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { type Agent, fetch, type RequestInit, type Response } from "undici";
import { stepMs } from "./lease.js";
import type { SeedTransport } from "./seed.js";

export interface TransportOptions {
  clients: RpcClients;
  sign: SignContext;
  logger: Logger;
  /** REST address per service name. */
  addresses: Record<string, string>;
  agent: Agent;
}

/** Calls tools and REST routes of the services for a caller who is authorized for all of them. */
export function createSeedTransport(
  { clients, sign, logger, addresses, agent }: TransportOptions,
  call: Call,
): SeedTransport {
  const step = (idempotencyKey: string): Call => ({
    ...call,
    deadline: Math.min(call.deadline, Date.now() + stepMs),
    ...(idempotencyKey && { idempotencyKey }),
  });
  return {
    async callTool(name, args, idempotencyKey) {
      const tool = findTool(name);
      if (!tool) throw new Error(`there is no tool ${name}`);
      const { message } = parseArguments(tool, args);
      return parseAnswer(await clients.unaryJson(tool.method, message, step(idempotencyKey)));
    },
    async callRest(method, path, body, idempotencyKey) {
      const service = findService(path);
      const content = { "content-type": "application/json", [metadataKeys.idempotencyKey]: idempotencyKey };
      const request: RequestInit = {
        method,
        headers: {
          ...(body && content),
          [metadataKeys.context]: sign(call, service),
          [metadataKeys.requestId]: call.requestId,
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(stepMs),
        dispatcher: agent,
      };
      const response = await fetch(`${addresses[service] ?? ""}${path}`, request).catch((error: unknown) => {
        logger.warn({ err: error, service }, "rest request of a seed failed");
        throw unavailable(
          `The ${service} service did not answer. The sandbox is filled in part; a repetition goes on.`,
        );
      });
      const answer = (await response.json()) as Record<string, unknown>;
      if (response.ok) return answer;
      const { error, detail, problems = [] } = answer as Partial<ErrorBody>;
      if (error !== undefined && isErrorCode(error))
        throw new Refusal(error, detail ?? "", retryAfterOf(response), undefined, problems);
      throw new Error(`${method} ${path} of a seed: ${response.status}`);
    },
  };
}

/** The service that owns a path: that of the route in the contract that begins in the same way. */
function findService(path: string): string {
  const area = path.split("/").slice(0, 4).join("/");
  const owner = routes.find((route) => route.path === area || route.path.startsWith(`${area}/`));
  if (!owner) throw new Error(`no route of the contract begins with ${area}`);
  return owner.service;
}

function retryAfterOf(response: Response): number | undefined {
  const seconds = response.headers.get("retry-after");
  return seconds === null ? undefined : Number(seconds);
}
