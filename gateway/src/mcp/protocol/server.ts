import { Server } from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { areaInstructions } from "@tenant-ops/proto/prompts";
import type { McpRequestContext, McpServices } from "../request-context.js";
import { handlerInstallers } from "./handlers.js";
import { capabilities, listCacheHint } from "./server-info.js";

const subjects = areaInstructions.map(({ subject }) => subject).join(", ");
const readFirst = joinWords(areaInstructions.flatMap((area) => area.readFirst).toSorted());
const cannotBeUndone = areaInstructions.flatMap((area) => area.cannotBeUndone || []);

/** The text that a model reads about the whole server. Eight lines: every host sends them in every conversation. */
const instructions = [
  `These tools run one business: ${subjects}. The business comes from the credential; never ask for it.`,
  "Writing goes in two steps: call the propose tool, show its preview to the user, wait for an explicit yes, then call the create or approve tool with the same arguments.",
  "Pass the proposal_token of the preview along: then exactly what was shown is written, and once, however often the call is sent.",
  ["Never write without that yes, and never take an earlier yes for another preview.", ...cannotBeUndone].join(" "),
  `Take ids from the list tools and never invent them. ${readFirst} come from the service:// schema resources; read them first.`,
  "Leave optional arguments out to get their defaults; in update tools, what is left out stays as it is.",
  "Lists answer items, count and has_more; pass next_cursor as cursor to go on.",
  "An error says what to change and whether sending the same call again helps; quote its request id when asking for support.",
].join("\n");

/** "Gift types, roulette types and withdrawal types" */
function joinWords(words: readonly string[]): string {
  const text = [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" and ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The icon of the server, 96 × 96 pixels. PNG is the type that every client with icons shows. */
export const iconBytes = Buffer.from(
  [
    "iVBORw0KGgoAAAANSUhEUgAAAGAAAABgAgMAAACf9p+rAAAACVBMVEUAAAAfTnn///+AqXaiAAAAAXRSTlMAQObYZgAAAKJJREFU",
    "eNrtlssNgCAQRPFgCfRjCR5ci7AfS/CAVSqBqMiMkcQPB96RF5Yse9hRaqWWgFZ5tJzo3HktES2+4K9UAmhwJVdLI2FrCeRCVFg0",
    "+G37errQWHSfCCHkIPp5YwzEsAtzT8wH8hHpfdAvKRMsE3xvgiYWQ9DDHeG7nvIS6X3QL8ltgr8ulgcXJF3C6fucRwMaJmj8oIGF",
    "RxwainCMWgDK71dMLWP9ugAAAABJRU5ErkJggg==",
  ].join(""),
  "base64",
);

const options = {
  capabilities,
  instructions,
  cacheHints: {
    "tools/list": listCacheHint,
    "prompts/list": listCacheHint,
    "resources/list": listCacheHint,
    "resources/templates/list": listCacheHint,
    "server/discover": listCacheHint,
  },
  // Without it every instance compiles its own validator, for replies to requests that this server never sends.
  jsonSchemaValidator: new AjvJsonSchemaValidator(),
};

/**
 * A server for one request. A server shared between requests has delivered the answer of one tenant to another
 * (CVE-2026-25536). Only the handler of the requested method is installed: installing all costs as much as answering.
 */
export function createProtocolServer(services: McpServices, context: McpRequestContext, method: string): Server {
  const server = new Server(services.serverInfo().info, options);
  if (Object.hasOwn(handlerInstallers, method)) handlerInstallers[method]?.(server, services, context);
  return server;
}
