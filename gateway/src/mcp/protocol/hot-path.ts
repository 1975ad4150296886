import type { JsonObject } from "@bufbuild/protobuf";
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
  TRACEPARENT_META_KEY,
} from "@modelcontextprotocol/server";
import { idempotencyKeyMetaKey } from "@tenant-ops/kit/call";
import type { FastifyRequest } from "fastify";
import { getHeader } from "../../request/headers.js";
import { getObject, getText, isObject } from "../json.js";
import type { ToolOutcome } from "../tools/tool-calls.js";
import { listCacheHint, type ServerInfo } from "./server-info.js";

// With the SDK a call costs ten times as much. This file answers the common form of tools/call and tools/list with the same bytes (hot-path.test.ts
// compares them with the SDK's); every other request is passed to the SDK. See docs/decisions/0010.

/** A request of the common form. Its reply is one JSON object, without a stream. */
export interface HotPathRequest {
  id: string | number;
  isModern: boolean;
}

export const modernVersion = "2026-07-28";
const bodyNames = new Set(["jsonrpc", "id", "method", "params"]);
// A Map, because an object would find a method called `constructor`.
const paramNames: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["tools/call", new Set(["name", "arguments", "_meta"])],
  ["tools/list", new Set(["_meta"])],
]);
const envelopeNames = new Set([
  PROTOCOL_VERSION_META_KEY,
  CLIENT_INFO_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  TRACEPARENT_META_KEY,
  idempotencyKeyMetaKey,
]);

/** @param body whose params `findParamsProblem` has accepted */
export function matchHotPath(request: FastifyRequest, body: JsonObject): HotPathRequest | undefined {
  const { id, method, params = {} } = body;
  const names = typeof method === "string" ? paramNames.get(method) : undefined;
  if (!names || !isObject(params) || !hasOnly(body, bodyNames) || !hasOnly(params, names)) return undefined;
  if (typeof id !== "string" && !(typeof id === "number" && Number.isSafeInteger(id))) return undefined;
  const { _meta: meta = {} } = params;
  // A progress token requests a stream.
  if (!isObject(meta) || Object.hasOwn(meta, "progressToken")) return undefined;
  if (isSimpleModernRequest(request, body, meta)) return { id, isModern: true };
  return isSimpleLegacyRequest(request, meta) ? { id, isModern: false } : undefined;
}

function isSimpleLegacyRequest(request: FastifyRequest, meta: JsonObject): boolean {
  const version = getHeader(request, "mcp-protocol-version");
  const isServed = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version);
  return isServed && !Object.keys(meta).some((name) => name.startsWith("io.modelcontextprotocol/"));
}

function isSimpleModernRequest(request: FastifyRequest, body: JsonObject, meta: JsonObject): boolean {
  if (meta[PROTOCOL_VERSION_META_KEY] !== modernVersion || !hasOnly(meta, envelopeNames)) return false;
  const [protocolVersionHeader, mcpMethodHeader, mcpNameHeader] = [
    "mcp-protocol-version",
    "mcp-method",
    "mcp-name",
  ].map((name) => getHeader(request, name));
  const name = getText(getObject(body, "params"), "name");
  const headersAgree =
    protocolVersionHeader === modernVersion && mcpMethodHeader === body["method"] && mcpNameHeader === name;
  if (!headersAgree) return false;
  // The SDK decides whether the envelope in `_meta` is valid.
  return classifyInboundRequest({ httpMethod: "POST", protocolVersionHeader, mcpMethodHeader, body }).kind === "modern";
}

function hasOnly(object: JsonObject, names: ReadonlySet<string>): boolean {
  for (const name in object) if (!names.has(name)) return false;
  return true;
}

const listCacheHintText = JSON.stringify(listCacheHint).slice(1, -1);

/** The JSON text of the tool result is written to both places unchanged. */
export function writeCallReply({ id, isModern }: HotPathRequest, outcome: ToolOutcome, serverInfo: ServerInfo): Buffer {
  const meta = getMeta(outcome);
  // The order of names is that of the SDK: properties of its schema first, properties that it adds last.
  const own = meta ? `"_meta":${JSON.stringify(isModern ? { ...meta, ...serverInfo.meta } : meta)},` : "";
  const added = isModern ? `,"resultType":"complete"${meta ? "" : `,"_meta":${serverInfo.metaText}`}` : "";
  const [before, after] = [`{"result":{${own}`, `${added}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`];
  if (outcome.kind === "failure") {
    const { content, isError } = outcome.result;
    return Buffer.from(`${before}"content":${JSON.stringify(content)},"isError":${isError === true}${after}`);
  }
  const { plain, escaped } = outcome.answer.json;
  const links = outcome.links.map((link) => `,${JSON.stringify(link)}`).join("");
  return Buffer.concat([
    Buffer.from(`${before}"content":[{"type":"text","text":"`),
    escaped,
    Buffer.from(`"}${links}],"structuredContent":`),
    plain,
    Buffer.from(after),
  ]);
}

function getMeta(outcome: ToolOutcome): object | undefined {
  if (outcome.kind === "failure") return outcome.result._meta;
  return outcome.answer.replayed ? { replayed: true } : undefined;
}

/** The bytes before and after the list of tools. */
export function writeListFrame(
  { id, isModern }: HotPathRequest,
  serverInfo: ServerInfo,
): { before: string; after: string } {
  const added = isModern ? `,"resultType":"complete",${listCacheHintText},"_meta":${serverInfo.metaText}` : "";
  return { before: '{"result":{"tools":', after: `${added}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}` };
}
