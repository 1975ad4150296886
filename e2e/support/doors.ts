import { type Business, send, type ToolAnswer } from "./house.js";

export const modernVersion = "2026-07-28";
export const legacyVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
export const versions = [modernVersion, ...legacyVersions];
/** Every way to call a tool. */
export const doors = [...versions, "bare"];

export type JsonObject = Record<string, unknown>;

/** What came out of a tool call, whichever door it went through. */
export interface Outcome {
  /** Absent when the call was refused. */
  answer?: JsonObject;
  /** The code of the refusal. */
  error?: string;
  /** Whether the answer looks as a caller of this door expects it, beyond the tool's own fields. */
  wrong?: string;
}

/** Calls a tool through one of the doors. */
export async function callThrough(
  door: string,
  url: string,
  business: Business,
  name: string,
  args: object,
): Promise<Outcome> {
  if (door === "bare")
    return bareOutcome(await send("POST", `${url}/mcp`, { name, arguments: args }, { "x-api-key": business.key }));
  const { body, status } = await rpc(door, url, business, "tools/call", { name, arguments: args });
  const result = objectIn(body, "result");
  if (!result) return protocolError(status, body);
  const [block] = result["content"] as { type: string; text: string }[];
  if (result["isError"]) {
    const wrong =
      "structuredContent" in result || block?.type !== "text" ? "a failure is text, and text only" : undefined;
    return { error: String(objectIn(result, "_meta")?.["code"]), ...(wrong && { wrong }) };
  }
  const answer = objectIn(result, "structuredContent");
  const wrong = block?.text === JSON.stringify(answer) ? undefined : "the text is not the structured content";
  return { ...(answer && { answer }), ...(wrong && { wrong }) };
}

/** What cannot be read is refused by the protocol, before any tool sees it. */
function protocolError(status: number, body: JsonObject): Outcome {
  const error = objectIn(body, "error");
  const data = error && objectIn(error, "data");
  const isWhole = error?.["code"] === -32700 && data?.["detail"] && data["request_id"];
  return isWhole ? { error: "malformed_request" } : { error: "none", wrong: `${status} ${JSON.stringify(body)}` };
}

function bareOutcome({ status, headers, body }: ToolAnswer): Outcome {
  if (status === 200) return { answer: body };
  const isWhole =
    typeof body["detail"] === "string" && body["detail"] !== "" && body["request_id"] === headers.get("x-request-id");
  const { error } = body;
  // A body that cannot be read may have been meant as JSON-RPC, and is refused in both languages at once.
  const code = typeof error === "string" ? error : protocolError(status, body).error;
  return { ...(code && { error: code }), ...(!isWhole && { wrong: `no whole error body: ${JSON.stringify(body)}` }) };
}

/** A JSON-RPC request as a client of this version sends it, without a handshake. */
export function rpc(
  version: string,
  url: string,
  { key }: Business,
  method: string,
  params: JsonObject = {},
): Promise<ToolAnswer> {
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
  const body = { jsonrpc: "2.0", id: 1, method, params: isModern ? { ...params, _meta: envelope } : params };
  return send("POST", `${url}/mcp`, body, headers);
}

function objectIn(given: JsonObject, name: string): JsonObject | undefined {
  const value = given[name];
  return typeof value === "object" && value !== null ? (value as JsonObject) : undefined;
}
