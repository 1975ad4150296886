import { fromJson, type JsonObject } from "@bufbuild/protobuf";
import { type Call, metadataKeys } from "@tenant-ops/kit/call";
import { type ErrorBody, isErrorCode, Refusal, unavailable } from "@tenant-ops/kit/errors";
import type { MemoryHttp } from "@tenant-ops/kit/http";
import { fillDefaults, type RpcClients } from "@tenant-ops/kit/rpc";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { tools } from "@tenant-ops/proto";
import contract from "@tenant-ops/rest/routes.json" with { type: "json" };
import type { FastifyInstance } from "fastify";
import type { RequestInit, Response } from "undici";
import type { AccountsConfig } from "../config.js";
import type { SeedTransport } from "./seed.js";

/** Time limit of one write of a seed. */
const stepMs = 5000;

export interface TransportOptions {
  clients: RpcClients;
  config: AccountsConfig;
  logger: Logger;
  fetch: SeedFetch;
}

type SeedFetch = (url: string, request: RequestInit) => Promise<Response>;

/**
 * The HTTP client of seeds, which is loaded for the first one and closed with the app.
 * @param memory of a process in which the services run too
 */
export function createSeedFetch(app: FastifyInstance, memory: MemoryHttp | undefined): SeedFetch {
  const load = async () => (await import("./seed-client.js")).createSeedClient(memory);
  let client: ReturnType<typeof load> | undefined;
  app.addHook("onClose", async () => (await client)?.dispatcher.destroy());
  return async (url, request) => {
    const { fetch, dispatcher } = await (client ??= load());
    return fetch(url, { ...request, dispatcher });
  };
}

/**
 * Calls tools and REST routes of the services for a caller who is authorized for all of them: with the contexts that the gateway has signed for this
 * caller, so accounts itself has no right to write in the areas.
 */
export function createSeedTransport({ clients, config, logger, fetch }: TransportOptions, call: Call): SeedTransport {
  const addresses: Record<string, string> = {
    supply: config.SUPPLY_HTTP_URL,
    roulettes: config.ROULETTES_HTTP_URL,
    learning: config.LEARNING_HTTP_URL,
    flows: config.FLOWS_HTTP_URL,
  };
  const step = (idempotencyKey: string): Call => {
    const { idempotencyKey: _, ...rest } = call;
    const deadline = Math.min(call.deadline, Date.now() + stepMs);
    return { ...rest, deadline, ...(idempotencyKey && { idempotencyKey }) };
  };
  return {
    async callTool(name, args, idempotencyKey) {
      const tool = tools.find((one) => one.name === name);
      if (!tool) throw new Error(`there is no tool ${name}`);
      const message = fromJson(tool.method.input, args as JsonObject);
      // As the gateway does for the same call.
      fillDefaults(tool.method.input, message);
      const { json } = await clients.unaryJson(tool.method, message, step(idempotencyKey));
      return JSON.parse(json.plain.toString()) as Record<string, unknown>;
    },
    async callRest(method, path, body, idempotencyKey) {
      const service = findService(path);
      const content = { "content-type": "application/json", [metadataKeys.idempotencyKey]: idempotencyKey };
      const request: RequestInit = {
        method,
        headers: {
          ...(body && content),
          [metadataKeys.context]: call.contexts?.[service] ?? "",
          [metadataKeys.requestId]: call.requestId,
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(stepMs),
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
  const owner = contract.routes.find((route) => route.path === area || route.path.startsWith(`${area}/`));
  if (!owner) throw new Error(`no route of the contract begins with ${area}`);
  return owner.service;
}

function retryAfterOf(response: Response): number | undefined {
  const seconds = response.headers.get("retry-after");
  return seconds === null ? undefined : Number(seconds);
}
