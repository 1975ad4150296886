import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { metadataKeys } from "@tenant-ops/kit/call";
import { errorTable, type PlainErrorCode, Refusal, toErrorBody } from "@tenant-ops/kit/errors";
import { endAndDrop } from "@tenant-ops/kit/http";
import type { Logger } from "@tenant-ops/kit/telemetry";

/** A caller may choose the id if it is printable and short: it appears in logs and headers. */
const acceptedRequestId = /^[\w.:-]{8,128}$/;

/** The caller's `x-request-id` if it is acceptable, otherwise a new id. Passed to Fastify as `genReqId`. */
export function createRequestId(raw: { headers: Record<string, string | string[] | undefined> }): string {
  const given = raw.headers[metadataKeys.requestId];
  return typeof given === "string" && acceptedRequestId.test(given) ? given : `req_${randomUUID().replaceAll("-", "")}`;
}

/**
 * Replies when the HTTP parser gave up before there was a request: the same body and headers as any other error.
 * Fastify calls it as `clientErrorHandler`.
 */
export function createClientErrorHandler(logger: Logger) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // The connection is closed, or a reply has begun: a second one would be read as a part of the first.
    if (error.code === "ECONNRESET" || !socket.writable || socket.bytesWritten > getBytesAtReplyEnd(socket)) {
      socket.destroy();
      return;
    }
    const refusal = toClientErrorRefusal(error.code);
    const requestId = createRequestId({ headers: {} });
    logger.info({ status: refusal.status, code: refusal.code, cause: error.code, requestId }, "request");
    endAndDrop(socket, formatReply(refusal, requestId));
  };
}

function formatReply(refusal: Refusal, requestId: string): string {
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
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

/** A WeakMap because this is state of a connection; Fastify's decorators hold state of a request. */
const bytesAtReplyEnd = new WeakMap<Socket, number>();

/** Stores how many bytes a connection had sent when its last reply was complete. More bytes than that mean: a reply has begun. */
export function recordReplyEnd(socket: Socket): void {
  bytesAtReplyEnd.set(socket, socket.bytesWritten);
}

function getBytesAtReplyEnd(socket: Socket): number {
  return bytesAtReplyEnd.get(socket) ?? 0;
}

function toClientErrorRefusal(code: string | undefined): Refusal {
  const [errorCode, detail] = refusalByCode[code ?? ""] ?? ["malformed_request", "This is not a valid HTTP request."];
  return new Refusal(errorCode, detail);
}

const refusalByCode: Record<string, readonly [PlainErrorCode, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["request_timeout", "The request was not complete in time."],
  HPE_HEADER_OVERFLOW: ["headers_too_large", "The headers are over 16 KiB."],
};
