import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { getHeader } from "../../request/headers.js";
import type { McpRequestContext } from "../request-context.js";
import { addErrorDetail } from "./errors.js";

const forwardedHeaders = ["mcp-protocol-version", "mcp-method", "mcp-name"];

/** A request in the form that the SDK reads. The parsed body is passed beside it; a missing `Accept` is filled in. */
export class McpWebRequest extends Request {
  constructor(
    readonly context: McpRequestContext,
    readonly mcpMethod: string,
    signal: AbortSignal,
  ) {
    super("http://gateway/mcp", { method: "POST", headers: createHeaders(context), signal });
  }
}

function createHeaders({ request }: McpRequestContext): Headers {
  const headers = new Headers({
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  });
  for (const name of forwardedHeaders) {
    const value = getHeader(request, name);
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}

/** Sends the response of the SDK: a stream chunk by chunk, JSON in one piece with its length. */
export async function sendWebResponse(
  response: Response,
  reply: FastifyReply,
  requestId: string,
): Promise<FastifyReply> {
  void reply.status(response.status);
  if (!response.body) return reply.send();
  const type = response.headers.get("content-type") ?? "application/json";
  void reply.header("content-type", type);
  if (type.startsWith("text/event-stream")) {
    void reply.header("cache-control", "no-cache, no-transform").header("x-accel-buffering", "no");
    return reply.send(Readable.fromWeb(response.body));
  }
  return reply.send(addErrorDetail(await response.text(), requestId));
}
