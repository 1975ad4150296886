import type { FastifyInstance } from "fastify";
import { onEachRequest } from "../request/each-request.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The body is a file: callers have longer to send it. */
    isUpload?: boolean;
  }
}

/**
 * Ends requests whose body is not complete in time. Node has one limit for all requests of a server, so that one is the limit of uploads.
 * @see https://nodejs.org/api/http.html#serverrequesttimeout
 */
export function registerRequestTimeout(app: FastifyInstance, timeoutMs: number): void {
  onEachRequest(app, (request, reply) => {
    const { raw, routeOptions } = request;
    if (raw.complete || routeOptions.config.isUpload) return;
    const timer = setTimeout(() => {
      if (raw.complete) return;
      // The same error as Node emits when its own limit is exceeded.
      const error = Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
      app.server.emit("clientError", error, raw.socket);
    }, timeoutMs);
    const stop = () => clearTimeout(timer);
    raw.once("end", stop);
    // What is sent after the reply is dropped, within limits of its own.
    reply.raw.once("close", stop);
    raw.once("close", stop);
  });
}
