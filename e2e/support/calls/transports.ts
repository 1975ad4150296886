import { type Business, sendJson, type HttpAnswer } from "../mesh/test-mesh.js";

export const modernVersion = "2026-07-28";
export const legacyVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
export const versions = [modernVersion, ...legacyVersions];
/** Every way to call a tool: JSON-RPC in each protocol version, and the direct call. */
export const transports = [...versions, "direct"];

export type JsonObject = Record<string, unknown>;

/** The outcome of a tool call, in the same form for every transport. */
export interface TransportOutcome {
  /** Absent when the call was refused. */
  answer?: JsonObject;
  /** The code of the refusal. */
  error?: string;
  /** What is wrong with the form of the answer on this transport; absent when it is as specified. */
  problem?: string;
}

/** Calls a tool over one of the transports. */
export async function callOver(
  transport: string,
  url: string,
  business: Business,
  name: string,
  args: object,
): Promise<TransportOutcome> {
  if (transport === "direct")
    return toDirectOutcome(
      await sendJson("POST", `${url}/mcp`, { name, arguments: args }, { "x-api-key": business.key }),
    );
  const { body, status } = await sendRpc(transport, url, business, "tools/call", { name, arguments: args });
  const result = readObject(body, "result");
  if (!result) return toProtocolError(status, body);
  const [block] = result["content"] as { type: string; text: string }[];
  if (result["isError"]) {
    const problem =
      "structuredContent" in result || block?.type !== "text" ? "a failure is text, and text only" : undefined;
    return { error: String(readObject(result, "_meta")?.["code"]), ...(problem && { problem }) };
  }
  const answer = readObject(result, "structuredContent");
  const problem = block?.text === JSON.stringify(answer) ? undefined : "the text is not the structured content";
  return { ...(answer && { answer }), ...(problem && { problem }) };
}

/** The outcome of a request that cannot be parsed, which gets a JSON-RPC error before any tool is called. */
function toProtocolError(status: number, body: JsonObject): TransportOutcome {
  const error = readObject(body, "error");
  const data = error && readObject(error, "data");
  const isComplete = error?.["code"] === -32700 && data?.["detail"] && data["request_id"];
  return isComplete ? { error: "malformed_request" } : { error: "none", problem: `${status} ${JSON.stringify(body)}` };
}

function toDirectOutcome({ status, headers, body }: HttpAnswer): TransportOutcome {
  if (status === 200) return { answer: body };
  const isComplete =
    typeof body["detail"] === "string" && body["detail"] !== "" && body["request_id"] === headers.get("x-request-id");
  const { error } = body;
  // The gateway cannot tell whether an unreadable body was JSON-RPC or a direct call, so its answer has both error forms.
  const code = typeof error === "string" ? error : toProtocolError(status, body).error;
  return {
    ...(code && { error: code }),
    ...(!isComplete && { problem: `no whole error body: ${JSON.stringify(body)}` }),
  };
}

/** A JSON-RPC request as a client of this version sends it, without a handshake. */
export function sendRpc(
  version: string,
  url: string,
  { key }: Business,
  method: string,
  params: JsonObject = {},
): Promise<HttpAnswer> {
  const isModern = version === modernVersion;
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": { name: "e2e", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const name = params["name"] ?? params["uri"];
  const headers = {
    "x-api-key": key,
    accept: "application/json, text/event-stream",
    // The header came with 2025-06-18.
    ...(version >= "2025-06-18" && { "mcp-protocol-version": version }),
    ...(isModern && { "mcp-method": method, ...(typeof name === "string" && { "mcp-name": name }) }),
  };
  const meta = { ...envelope, ...readObject(params, "_meta") };
  const body = { jsonrpc: "2.0", id: 1, method, params: isModern ? { ...params, _meta: meta } : params };
  return sendJson("POST", `${url}/mcp`, body, headers);
}

function readObject(given: JsonObject, name: string): JsonObject | undefined {
  const value = given[name];
  return typeof value === "object" && value !== null ? (value as JsonObject) : undefined;
}
