import type { FastifyInstance } from "fastify";
import { mcpPaths } from "../../http/other-sites.js";
import { registerPublicDocument } from "../../http/public-document.js";
import { iconBytes } from "../protocol/server.js";
import {
  aiCatalogType,
  createAiCatalog,
  createServerCard,
  serverCardPath,
  serverCardType,
} from "../protocol/server-card.js";
import { iconPath, type ServerInfo } from "../protocol/server-info.js";

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
