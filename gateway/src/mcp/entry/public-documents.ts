import { isIP } from "node:net";
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import type { FastifyInstance } from "fastify";
import { mcpPaths } from "../../http/other-sites.js";
import { registerPublicDocument } from "../../http/public-document.js";
import { modernVersion } from "../protocol/hot-path.js";
import { iconBytes } from "../protocol/server.js";
import { iconPath, serverDescription, type ServerInfo, serverName } from "../protocol/server-info.js";

const serverCardType = "application/mcp-server-card+json";
const aiCatalogType = "application/ai-catalog+json";
/** Below the MCP endpoint, as the extension reserves it. */
const serverCardPath = "/server-card";

/** The server card, the AI catalog that points to it, and the icon. None needs a credential. */
export function registerPublicDocuments(
  app: FastifyInstance,
  publicUrl: () => string,
  getServerInfo: () => ServerInfo,
): void {
  const readCard = () => JSON.stringify(createServerCard(getServerInfo(), publicUrl()));
  for (const path of mcpPaths) {
    registerPublicDocument(app, { path: `${path}${serverCardPath}`, type: serverCardType, read: readCard });
  }
  registerPublicDocument(app, {
    path: "/.well-known/ai-catalog.json",
    type: aiCatalogType,
    read: () => JSON.stringify(createAiCatalog(publicUrl())),
  });
  registerPublicDocument(app, { path: iconPath, type: "image/png", read: () => iconBytes });
}

/**
 * The data that a client may read before it connects: the server's identity, its address and its protocol versions.
 * @see https://modelcontextprotocol.io/seps/2127-mcp-server-cards (final), and for the format
 * https://github.com/modelcontextprotocol/experimental-ext-server-card/blob/main/schema.json
 */
export function createServerCard({ info }: ServerInfo, publicUrl: string) {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    name: `${reverseHost(publicUrl)}/${serverName}`,
    title: info.title,
    description: serverDescription,
    version: info.version,
    websiteUrl: info.websiteUrl,
    icons: info.icons,
    remotes: [
      {
        type: "streamable-http",
        url: `${publicUrl}${mcpPaths[0]}`,
        headers: [
          {
            name: "X-API-Key",
            description: "API key of the business. Not needed with an OAuth access token.",
            isRequired: false,
            isSecret: true,
          },
        ],
        supportedProtocolVersions: [modernVersion, ...SUPPORTED_PROTOCOL_VERSIONS],
      },
    ],
  };
}

/**
 * The index of this host, with which a client that knows only the host finds the card.
 * @see https://github.com/modelcontextprotocol/experimental-ext-server-card/blob/main/docs/discovery.md
 */
function createAiCatalog(publicUrl: string) {
  return {
    specVersion: "1.0",
    entries: [
      {
        identifier: `urn:air:${new URL(publicUrl).hostname}:mcp:${serverName}`,
        type: serverCardType,
        url: `${publicUrl}${mcpPaths[0]}${serverCardPath}`,
      },
    ],
  };
}

/** "com.example.api" for "api.example.com". The operator of a gateway publishes under the host's own name. */
function reverseHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  const plain = hostname.replaceAll(/[^a-zA-Z0-9.-]/g, "-");
  return isIP(hostname) ? plain : plain.split(".").toReversed().join(".");
}
