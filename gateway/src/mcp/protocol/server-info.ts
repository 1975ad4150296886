import { readFileSync } from "node:fs";
import { type Implementation, SERVER_INFO_META_KEY } from "@modelcontextprotocol/server";
import { getObject, getText } from "../json.js";

// A bundle has no package.json beside it; deploy/images/bundle.mjs replaces this variable with the version.
const version = process.env["TENANT_OPS_VERSION"] ?? readPackageVersion();

export const serverName = "tenant-ops";
export const serverDescription =
  "Stock, prize roulettes, courses and registration pages of one business; each write is previewed.";
export const iconPath = "/icon.png";
export const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };

/** Lists depend on the key, so shared caches must not keep them. */
export const listCacheHint = { ttlMs: 300_000, cacheScope: "private" } as const;

/** How the server names itself, in the forms in which answers contain it. */
export interface ServerInfo {
  info: Implementation & Required<Pick<Implementation, "title" | "icons" | "websiteUrl">>;
  /** `_meta` of an answer of protocol 2026-07-28. */
  meta: Record<string, unknown>;
  metaText: string;
}

/**
 * `icons` and `websiteUrl` are part of `Implementation` since 2025-11-25; older clients ignore them. The icon is an address and
 * not its bytes, because protocol 2026-07-28 repeats the server info in every answer.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#implementation
 * @param publicUrl known only after the server listens, as it does when the result is called
 */
export function createServerInfo(publicUrl: () => string, consoleUrl: string): () => ServerInfo {
  let known: ServerInfo | undefined;
  return () => (known ??= describeServer(publicUrl(), consoleUrl));
}

function describeServer(publicUrl: string, consoleUrl: string): ServerInfo {
  const info = {
    name: serverName,
    title: "Tenant Operations",
    version,
    icons: [{ src: `${publicUrl}${iconPath}`, mimeType: "image/png", sizes: ["96x96"] }],
    websiteUrl: consoleUrl || publicUrl,
  };
  const meta = { [SERVER_INFO_META_KEY]: info };
  return { info, meta, metaText: JSON.stringify(meta) };
}

function readPackageVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  return getText(getObject({ parsed }, "parsed"), "version") ?? "0";
}
