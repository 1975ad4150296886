import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { getHeader } from "../../requests.js";
import { addErrorDetail } from "./errors.js";

const forwardedHeaders = ["mcp-protocol-version", "mcp-method", "mcp-name"];

/** The request as the SDK reads it. Its body is handed over parsed; what a client forgot to accept is filled in. */
export function toWebRequest(request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers({
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  });
  for (const name of forwardedHeaders) {
    const value = getHeader(request, name);
    if (value !== undefined) headers.set(name, value);
  }
  return new Request("http://gateway/mcp", { method: "POST", headers, signal });
}

/** Sends what the SDK answered: a stream as it comes, JSON whole and with its length. */
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
