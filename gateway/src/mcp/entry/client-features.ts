import { randomUUID } from "node:crypto";
import type { JsonObject } from "@bufbuild/protobuf";
import { CLIENT_CAPABILITIES_META_KEY } from "@modelcontextprotocol/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import { getHeader } from "../../request/headers.js";
import { namesApps } from "../tools/apps.js";
import { getObject } from "../json.js";

// What a client can show, by its capabilities. It says so with each request since protocol 2026-07-28; before, it says so once, in `initialize`, and
// sends with each later request the id of its session, which says it again. Nothing is stored, and every replica knows what the id says.

const sessionHeader = "mcp-session-id";

const features = {
  /** Pages of results (MCP Apps). */
  apps: namesApps,
  /** Addresses that the user opens (elicitation in URL mode). */
  urls: (capabilities: JsonObject | undefined) =>
    getObject(getObject(capabilities, "elicitation"), "url") !== undefined,
};

export type ClientFeature = keyof typeof features;

const names = Object.keys(features) as ClientFeature[];

export function hasFeature(request: FastifyRequest, body: JsonObject, feature: ClientFeature): boolean {
  const [named = "", unique] = getHeader(request, sessionHeader)?.split(".") ?? [];
  if (unique !== undefined && named.split("-").includes(feature)) return true;
  const meta = getObject(getObject(body, "params"), "_meta");
  return features[feature](getObject(meta, CLIENT_CAPABILITIES_META_KEY));
}

/** Gives a client the id of a session, when its capabilities in `initialize` name one of the features. */
export function nameSession(reply: FastifyReply, initialize: JsonObject): void {
  const capabilities = getObject(getObject(initialize, "params"), "capabilities");
  const named = names.filter((name) => features[name](capabilities));
  if (named.length > 0) void reply.header(sessionHeader, `${named.join("-")}.${randomUUID()}`);
}
