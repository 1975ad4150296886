import { INTERNAL_ERROR, METHOD_NOT_FOUND, ProtocolError } from "@modelcontextprotocol/server";
import type { JsonObject } from "@bufbuild/protobuf";
import { isObject, getText } from "../json.js";

/** A JSON-RPC error for a handler to throw. `detail` is a sentence that the caller can act on. */
export function createProtocolError(
  code: number,
  detail: string,
  requestId: string,
  more: JsonObject = {},
): ProtocolError {
  return new ProtocolError(code, detail, { ...more, detail, request_id: requestId });
}

/** The whole JSON-RPC error reply, for a request that does not reach a handler. */
export function createErrorReply(id: unknown, code: number, detail: string, requestId: string): JsonObject {
  const echoed = typeof id === "string" || typeof id === "number" ? id : null;
  return { jsonrpc: "2.0", id: echoed, error: { code, message: detail, data: { detail, request_id: requestId } } };
}

/** The same for a body that may have been meant as JSON-RPC or as a direct call: it has the fields of both error bodies. */
export function createCombinedErrorReply(id: unknown, code: number, detail: string, requestId: string): JsonObject {
  return { ...createErrorReply(id, code, detail, requestId), detail, request_id: requestId };
}

/** Adds `detail` and `request_id`, which all our errors have, to an error reply of the SDK. */
export function addErrorDetail(text: string, requestId: string): string {
  // A successful reply begins with its result; parsing a long list only to see that it is no error would be wasted.
  if (text.startsWith('{"result":')) return text;
  const answer: unknown = JSON.parse(text);
  if (!isObject(answer) || !isObject(answer["error"])) return text;
  const { error } = answer;
  const data = isObject(error["data"]) ? error["data"] : {};
  const detail = getText(data, "detail") ?? getErrorSentence(error["code"], getText(error, "message") ?? "");
  return JSON.stringify({ ...answer, error: { ...error, data: { ...data, detail, request_id: requestId } } });
}

/** The detail of -32601. */
export const noSuchMethod = "This server has no such method: it offers tools, resources, prompts and completions.";

function getErrorSentence(code: unknown, message: string): string {
  switch (code) {
    case METHOD_NOT_FOUND:
      return noSuchMethod;
    case INTERNAL_ERROR:
      return "Something failed on our side. Quote the request id when it stays.";
    default:
      return message;
  }
}
