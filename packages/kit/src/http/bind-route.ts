import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import type { Call } from "../call/call.js";
import { acceptFilesOnly, archiveType, fileType } from "./files.js";
import { parseInput } from "./parse-input.js";
import { requireCall, requireIdempotentCall, setReplayedHeader } from "./request-call.js";
import { WrittenReply } from "./rest-rows.js";
import { type Route, toFastifyPath } from "./route.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The declaration of a route that `bindRoute` has registered. */
    route?: Route;
  }
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<string, never>;
type ReplyBody<Reply> = Reply extends { body: infer Body extends z.ZodType } ? z.input<Body> : undefined;

/** The body of one of the declared answers; undefined where it has none. A file is answered as a stream. */
export type RouteReply<R extends Route> = {
  [Status in keyof R["replies"]]: R["replies"][Status] extends {
    contentType: typeof fileType | typeof archiveType;
  }
    ? Readable
    : ReplyBody<R["replies"][Status]>;
}[keyof R["replies"]];

export interface ParsedRequest<R extends Route> {
  params: Parsed<R["params"]>;
  query: Parsed<R["query"]>;
  body: R extends { upload: object } ? Readable : Parsed<R["body"]>;
  /** For headers, and for the status of a route with several. */
  reply: FastifyReply;
}

export interface RouteInput<R extends Route> extends ParsedRequest<R> {
  call: Call;
}

const nothing = z.strictObject({});

/**
 * Registers the handler of a declared route. Everything of the request is parsed by the declaration before the handler runs.
 * @param handle returns the body of the answer. With one declared status, that is the status; otherwise it calls `reply.status`
 */
export function bindRoute<R extends Route>(
  app: FastifyInstance,
  route: R,
  handle: (input: RouteInput<R>) => Promise<RouteReply<R> | WrittenReply<R>>,
): void {
  bindRouteWith(app, route, {
    begin: (request) => ({
      call: route.idempotency === "required" ? requireIdempotentCall(request) : requireCall(request),
    }),
    handle,
    replay: ({ call }) => call,
  });
}

export interface RouteBinding<R extends Route, Context> {
  /** Authenticates the caller. It runs before the request is parsed; the handler gets its result. */
  begin: (request: FastifyRequest) => Context;
  handle: (input: ParsedRequest<R> & Context) => Promise<RouteReply<R> | WrittenReply<R>>;
  /** What says after `handle` whether its answer is a stored one. Left out: the handler says it itself. */
  replay?: (context: Context) => Pick<Call, "replayed">;
}

/** The part of `bindRoute` that does not depend on the kind of caller. Accounts and the console bind the routes of people and operators with it. */
export function bindRouteWith<R extends Route, Context extends object>(
  app: FastifyInstance,
  route: R,
  binding: RouteBinding<R, Context>,
): void {
  if (route.upload) void app.register(async (uploads) => addRoute(acceptFilesOnly(uploads), route, binding));
  else addRoute(app, route, binding);
}

function addRoute<R extends Route, Context extends object>(
  app: FastifyInstance,
  route: R,
  { begin, handle, replay }: RouteBinding<R, Context>,
): void {
  const statuses = Object.keys(route.replies).map(Number);
  app.route({
    method: route.method,
    url: toFastifyPath(route.path),
    config: { route },
    handler: async (request, reply) => {
      if (statuses[0] !== undefined) void reply.status(statuses[0]);
      const context = begin(request);
      const input = { ...context, ...parseRequest(route, request), reply } as unknown as ParsedRequest<R> & Context;
      request.kitIsParsed = true;
      const answer = await handle(input);
      if (replay) setReplayedHeader(reply, replay(context));
      if (request.kitChecks?.checkReplies) checkReply(route, reply.statusCode, answer);
      return answer instanceof WrittenReply ? sendWritten(reply, answer) : reply.send(answer);
    },
  });
}

function sendWritten(reply: FastifyReply, { bytes }: WrittenReply<Route>): FastifyReply {
  return reply.type("application/json; charset=utf-8").send(bytes);
}

function parseRequest(route: Route, request: FastifyRequest) {
  return {
    params: parseInput(route.params ?? nothing, request.params, "path parameter"),
    query: parseInput(route.query ?? nothing, request.query, "query parameter"),
    body: route.upload ? request.body : route.method === "GET" ? {} : parseInput(route.body ?? nothing, request.body),
  };
}

/** For tests. @throws Error when the answer is not as the route declares */
export function checkReply(route: Route, status: number, answer: unknown): void {
  const declared = route.replies[status];
  if (!declared) throw new Error(`${route.id} does not declare the status ${status}`);
  if (declared.contentType === fileType || declared.contentType === archiveType) return;
  if (!declared.body) {
    if (answer !== undefined) throw new Error(`${route.id} declares no body for ${status}`);
    return;
  }
  // As the caller gets it: without fields that are undefined.
  const text = answer instanceof WrittenReply ? answer.bytes.toString() : JSON.stringify(answer ?? null);
  const sent: unknown = JSON.parse(text);
  const parsed = declared.body.safeParse(sent);
  if (!parsed.success) throw new Error(`${route.id} ${status} is not as declared: ${z.prettifyError(parsed.error)}`);
}
