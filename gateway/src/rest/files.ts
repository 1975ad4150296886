import { Refusal } from "@tenant-ops/kit/errors";
import { fileType, type Route } from "@tenant-ops/kit/http";
import type { FastifyRequest } from "fastify";
import { getHeader } from "../request/headers.js";

/** The files of one business that this process passes on at once. */
export const uploadsPerBusinessMax = 3;

/**
 * The downloads of one business in this process at once. A download lasts as long as its caller reads, and most hold a connection to a
 * service meanwhile, of which there are few.
 */
export const downloadsPerBusinessMax = 3;

/**
 * Checks the headers of an upload before its body is read. Node ends the connection of a caller that sends more than `Content-Length`.
 * @throws Refusal unsupported_media_type, malformed_request, payload_too_large
 */
export function requireUploadHeaders(
  request: FastifyRequest,
  { bytesMax }: NonNullable<Route["upload"]>,
  bodyType: string = fileType,
): void {
  const [type = ""] = (getHeader(request, "content-type") ?? "").split(";");
  if (type.trim().toLowerCase() !== bodyType) {
    const what = bodyType === fileType ? "the file itself as the body" : "a form with the file";
    throw new Refusal("unsupported_media_type", `Send ${what}, with Content-Type: ${bodyType}.`);
  }
  const length = getHeader(request, "content-length");
  if (length === undefined || request.headers["transfer-encoding"] !== undefined) {
    throw new Refusal("malformed_request", "Send the length of the file in the header Content-Length.");
  }
  if (Number(length) > bytesMax) {
    throw new Refusal("payload_too_large", `The file has ${length} bytes; ${bytesMax} are allowed.`);
  }
}
