import type { JsonObject } from "@bufbuild/protobuf";
import { pageMimeType } from "@tenant-ops/kit/rpc";
import { getObject } from "../json.js";

// MCP Apps: a page that hosts show in place of the text of a tool result. The service of the tool has the page.
// https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx

const extension = "io.modelcontextprotocol/ui";

/** Tools whose results a page shows, by its address. */
export const appsOfTools: ReadonlyMap<string, string> = new Map([["analytics_query", "ui://analytics/chart.html"]]);

/** What hosts are told with the content of a page: it needs no connections. */
export const appMeta = { ui: { csp: {}, prefersBorder: true } };

/** Whether a client with these capabilities shows such pages. */
export function namesApps(capabilities: JsonObject | undefined): boolean {
  const types = getObject(getObject(capabilities, "extensions"), extension)?.["mimeTypes"];
  return Array.isArray(types) && types.includes(pageMimeType);
}
