import { createHash } from "node:crypto";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { z } from "zod";
import { metadataKeys } from "../call/metadata-keys.js";
import type { Call } from "../call/call.js";
import type { VerifyContext } from "../call/context-token.js";
import { toRefusal, toErrorBody, invalid, Refusal } from "../errors/refusal.js";
import { bodyBytesMax, normalizeFastifyError } from "./fastify-errors.js";
import { type Logger, type Metrics, traceIdOf } from "../telemetry/telemetry.js";
import { type Span, startSpan, withinSpan } from "../telemetry/tracing.js";

const callMs = 9000;

export interface HttpServerOptions {
  verify: VerifyContext;
  logger: Logger;
  metrics: Metrics;
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** While true, answers ask the gateway to open its next connection to another replica. */
  isDraining?: () => boolean;
  routes: (app: FastifyInstance) => void;
}

export interface HttpServer {
  port: number;
  close(): Promise<void>;
}

/** The REST side of a service. It is reached through the gateway only, which sends the signed call context along. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { verify, logger, metrics } = options;
  const app = Fastify({
    bodyLimit: bodyBytesMax,
    requestTimeout: 15_000,
    keepAliveTimeout: 72_000,
    exposeHeadRoutes: false,
    // While closing, a request on a connection that is still open is answered like any other.
    return503OnClosing: false,
  });
  app.addHook("onRequest", async (request, reply) => {
    verifiers.set(request, verify);
    spans.set(request, spanOf(request));
    metrics.inFlight.inc();
    reply.raw.once("close", () => metrics.inFlight.dec());
  });
  // Only here: the context of an earlier hook is lost where Fastify reads the body.
  app.addHook("preHandler", (request, _reply, done) => withinSpan(getTraceparent(request), done));
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    const labels = { route, method: request.method, status: String(reply.statusCode) };
    metrics.httpSeconds.observe(labels, reply.elapsedTime / 1000);
    const call = calls.get(request);
    endSpan(request, reply, call);
    logger.info(
      {
        ...labels,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        businessId: call?.businessId,
        requestId: requestIdOf(request),
        traceId: traceIdOf(getTraceparent(request)),
      },
      "http",
    );
  });
  app.addHook("onSend", async (_request, reply) => {
    if (options.isDraining?.()) void reply.header("connection", "close");
  });
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply, logger));
  app.setNotFoundHandler((request, reply) =>
    answerError(new Refusal("route_not_found", `No ${request.method} on this path.`), request, reply, logger),
  );
  options.routes(app);
  await app.listen({ host: options.host, port: options.port });
  const address = app.server.address();
  return { port: typeof address === "object" && address ? address.port : options.port, close: () => app.close() };
}

const verifiers = new WeakMap<FastifyRequest, VerifyContext>();
const calls = new WeakMap<FastifyRequest, Call>();
const spans = new WeakMap<FastifyRequest, Span>();

function spanOf(request: FastifyRequest): Span {
  const route = request.routeOptions.url;
  return startSpan({
    name: route ? `${request.method} ${route}` : request.method,
    kind: "server",
    parent: headerOf(request, metadataKeys.traceparent),
    attributes: { "http.request.method": request.method, "http.route": route },
  });
}

function endSpan(request: FastifyRequest, { statusCode }: FastifyReply, call: Call | undefined): void {
  spans.get(request)?.end({
    attributes: {
      "http.response.status_code": statusCode,
      "tenantops.business_id": call?.businessId,
      "tenantops.request_id": requestIdOf(request),
    },
    error: statusCode >= 500 ? String(statusCode) : undefined,
  });
}

/** The trace of a request, for work that has no call behind it, such as a public page. */
export function getTraceparent(request: FastifyRequest): string | undefined {
  return spans.get(request)?.traceparent;
}

/**
 * The call behind a request, from the signed context that the gateway sent.
 * @throws Refusal unauthorized for a request that did not come through the gateway
 */
export function requireCall(request: FastifyRequest): Call {
  const known = calls.get(request);
  if (known) return known;
  const context = headerOf(request, metadataKeys.context);
  const caller = context ? verifiers.get(request)?.(context) : undefined;
  if (!caller) throw new Refusal("unauthorized", "Unauthorized");
  const operation = `${request.method} ${request.routeOptions.url ?? request.url}`;
  const idempotencyKey = headerOf(request, metadataKeys.idempotencyKey);
  if (idempotencyKey && idempotencyKey.length > 255) throw invalid("Idempotency-Key", "at most 255 characters");
  const traceparent = getTraceparent(request);
  const call: Call = {
    ...caller,
    requestId: requestIdOf(request),
    ...(traceparent && { traceparent }),
    deadline: Date.now() + callMs,
    operation,
    // Of a path with an id in it, each id is an operation of its own.
    ...(idempotencyKey && { idempotencyKey: `${request.url.split("?")[0]}|${idempotencyKey}` }),
    requestDigest: () =>
      createHash("sha256")
        .update(JSON.stringify(request.body ?? null))
        .digest("base64url"),
  };
  calls.set(request, call);
  return call;
}

/**
 * The call behind a request that must be safe to repeat.
 * @throws Refusal idempotency_key_required
 */
export function requireIdempotentCall(request: FastifyRequest): Call {
  const call = requireCall(request);
  if (call.idempotencyKey) return call;
  throw new Refusal(
    "idempotency_key_required",
    "Send an Idempotency-Key header: the same value when you repeat this request.",
  );
}

/**
 * Reads the body, the query or the path's parameters.
 * @throws Refusal invalid_argument that names every wrong field
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, given: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(given ?? {});
  const halved = pathOfHalfCharacter(given);
  if (halved) throw invalid(halved.join(".") || "body", "holds half a character (a lone surrogate).");
  if (parsed.success) return parsed.data;
  const [first, ...rest] = parsed.error.issues;
  const sentence = rest.map((issue) => `; ${issue.path.join(".") || "body"}: ${issue.message}`).join("");
  throw invalid(first?.path.join(".") || "body", `${first?.message ?? "is wrong"}${sentence}`);
}

/**
 * Where a text holds half of a surrogate pair. JSON can spell it and UTF-8 cannot: the database would store another character
 * in its place, the same for every half.
 */
function pathOfHalfCharacter(given: unknown): string[] | undefined {
  if (typeof given === "string") return /\p{Surrogate}/u.test(given) ? [] : undefined;
  if (typeof given !== "object" || given === null) return undefined;
  for (const [name, value] of Object.entries(given)) {
    const inside = pathOfHalfCharacter(value);
    if (inside) return [name, ...inside];
  }
  return undefined;
}

/** Says in a header that the answer is the stored one of an earlier arrival. */
export function setReplayedHeader(reply: FastifyReply, call: Call): void {
  if (call.replayed) void reply.header("idempotent-replayed", "true");
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, logger: Logger): FastifyReply {
  const refusal = toRefusal(normalizeFastifyError(error));
  const requestId = requestIdOf(request);
  if (refusal.code === "internal_server_error") logger.error({ err: error, requestId }, "http failed");
  else if (refusal.retryable && error !== refusal) logger.warn({ err: error, requestId }, "http in trouble");
  if (refusal.retryAfter !== undefined) void reply.header("retry-after", String(refusal.retryAfter));
  return reply.status(refusal.status).send(toErrorBody(refusal, requestId));
}

function requestIdOf(request: FastifyRequest): string {
  return headerOf(request, metadataKeys.requestId) ?? request.id;
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
