import { readFileSync } from "node:fs";
import { getObject, getText } from "../json.js";

// A bundle has no package.json beside it; deploy/images/bundle.mjs replaces this variable with the version.
const version = process.env["TENANT_OPS_VERSION"] ?? readPackageVersion();

export const serverInfo = { name: "tenant-ops", title: "Tenant Operations", version };
export const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };

/** Lists depend on the key, so shared caches must not keep them. */
export const listCacheHint = { ttlMs: 300_000, cacheScope: "private" } as const;

function readPackageVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  return getText(getObject({ parsed }, "parsed"), "version") ?? "0";
}
