import type { JsonObject } from "@bufbuild/protobuf";
import type { ReadResourceResult, Resource } from "@modelcontextprotocol/server";
import { getObject } from "../json.js";
import { chartScript } from "./chart.script.js";
import { chartStyle } from "./chart.style.js";

// MCP Apps: a page that hosts show in place of the text of a tool result.
// https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx

const extension = "io.modelcontextprotocol/ui";
const mimeType = "text/html;profile=mcp-app";

/** The page that draws answers of `analytics_query`. */
export const chartApp: Resource = {
  uri: "ui://analytics/chart.html",
  name: "analytics-chart",
  title: "Chart",
  description: "Draws an answer of analytics_query: numbers with their change, bars and a table.",
  mimeType,
};

/** Tools whose results a page shows, by its address. */
export const appsOfTools: ReadonlyMap<string, string> = new Map([["analytics_query", chartApp.uri]]);

/** The host forbids all connections too, because the resource names none that it needs. */
const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>Chart</title>
<style>${chartStyle}</style>
</head>
<body>
<main></main>
<script>${chartScript}</script>
</body>
</html>
`;

/** The answer to `resources/read`. The page is the same for everyone: the numbers come from the host. */
export const readChartApp = (): ReadResourceResult => ({
  contents: [{ uri: chartApp.uri, mimeType, text: html, _meta: { ui: { csp: {}, prefersBorder: true } } }],
});

/** Whether a client with these capabilities shows such pages. */
export function namesApps(capabilities: JsonObject | undefined): boolean {
  const types = getObject(getObject(capabilities, "extensions"), extension)?.["mimeTypes"];
  return Array.isArray(types) && types.includes(mimeType);
}
