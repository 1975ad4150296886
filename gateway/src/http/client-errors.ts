import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { type ErrorCode, toErrorBody, errorTable, Refusal } from "@tenant-ops/kit/errors";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { createRequestId } from "../requests.js";

/** Answers what the HTTP parser gave up on, before there was a request: to the caller it looks like every other error. */
export function createClientErrorHandler(logger: Logger) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // The caller is gone, or an answer is on its way already and a second one would end up inside of it.
    if (error.code === "ECONNRESET" || !socket.writable || socket.bytesWritten > answeredBefore(socket)) {
      socket.destroy();
      return;
    }
    const refusal = toClientErrorRefusal(error.code);
    const requestId = createRequestId({ headers: {} });
    const { status } = errorTable[refusal.code];
    const body = JSON.stringify(toErrorBody(refusal, requestId));
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
      "x-content-type-options: nosniff",
      `x-request-id: ${requestId}`,
      "connection: close",
    ];
    logger.info({ status, code: refusal.code, cause: error.code, requestId }, "request");
    socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
    // Whoever sends rubbish may also never close.
    socket.setTimeout(1000, () => socket.destroy());
  };
}

const written = new WeakMap<Socket, number>();

/** Remembers how much a connection had sent when its last answer was complete, to know whether another one has begun. */
export function recordReplyEnd(socket: Socket): void {
  written.set(socket, socket.bytesWritten);
}

function answeredBefore(socket: Socket): number {
  return written.get(socket) ?? 0;
}

function toClientErrorRefusal(code: string | undefined): Refusal {
  const [errorCode, detail] = sentences[code ?? ""] ?? ["malformed_request", "This is not a valid HTTP request."];
  return new Refusal(errorCode, detail);
}

const sentences: Record<string, readonly [ErrorCode, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["request_timeout", "The request was not complete in time."],
  HPE_HEADER_OVERFLOW: ["headers_too_large", "The headers are over 16 KiB."],
};
