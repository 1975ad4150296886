import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { mcpPaths } from "../../http/mcp-paths.js";
import { getHeader } from "../../request/headers.js";
import { iconBytes } from "../protocol/icon.js";
import {
  aiCatalogType,
  createAiCatalog,
  createServerCard,
  serverCardPath,
  serverCardType,
} from "../protocol/server-card.js";
import { iconPath, type ServerInfo } from "../protocol/server-info.js";

const config = { isPublicDocument: true } as const;
/** Browsers may read these from any page: they contain nothing that is not public. The extension requires the headers. */
const corsHeaders = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET",
  "access-control-allow-headers": "Content-Type, If-None-Match",
  "access-control-expose-headers": "ETag",
};

/** The server card, the AI catalog that points to it, and the icon. None needs a credential. */
export function registerPublicDocuments(
  app: FastifyInstance,
  publicUrl: () => string,
  getServerInfo: () => ServerInfo,
): void {
  const getCard = () => JSON.stringify(createServerCard(getServerInfo(), publicUrl()));
  for (const path of mcpPaths) registerDocument(app, `${path}${serverCardPath}`, serverCardType, getCard);
  registerDocument(app, "/.well-known/ai-catalog.json", aiCatalogType, () =>
    JSON.stringify(createAiCatalog(publicUrl())),
  );
  registerDocument(app, iconPath, "image/png", () => iconBytes);
}

function registerDocument(app: FastifyInstance, path: string, type: string, read: () => string | Buffer): void {
  app.get(path, { config, exposeHeadRoute: true }, async (request, reply) =>
    sendDocument(request, reply, type, read()),
  );
  app.options(path, { config }, async (_request, reply) => reply.status(204).headers(corsHeaders).send());
}

function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  content: string | Buffer,
): FastifyReply {
  const etag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
  void reply.headers({ ...corsHeaders, "cache-control": "public, max-age=3600", etag });
  const known = getHeader(request, "if-none-match")?.split(",") ?? [];
  // A compressed answer has the weak form of the validator.
  if (known.some((one) => one.trim().replace(/^W\//, "") === etag)) return reply.status(304).send();
  return reply.type(type).send(content);
}
