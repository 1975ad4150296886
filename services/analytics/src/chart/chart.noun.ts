import { defineNoun } from "@tenant-ops/kit/process";
import { pageMimeType } from "@tenant-ops/kit/rpc";
import { chartScript } from "./chart.script.js";
import { chartStyle } from "./chart.style.js";

/** The host forbids all connections too, because the gateway names none that a page needs. */
const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";

/** The same for everyone: the numbers come from the host. */
export const chartPage = `<!doctype html>
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

/** The page that hosts of MCP Apps show in place of the text of an answer of `analytics_query`. */
export const chart = defineNoun({
  resources: () => [
    {
      uri: "ui://analytics/chart.html",
      mimeType: pageMimeType,
      name: "analytics-chart",
      title: "Chart",
      description: "Draws an answer of analytics_query: numbers with their change, bars and a table.",
      text: () => chartPage,
    },
  ],
});
