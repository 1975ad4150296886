import type { ResourceService } from "@tenant-ops/proto/common";
import type { Call } from "../call/call.js";
import { type ErrorCode, errorTable } from "../errors/error-table.js";
import { quote, Refusal } from "../errors/refusal.js";
import type { RpcHandlers } from "./definition.js";

const markdown = "text/markdown";
/** Of pages that hosts show in place of the text of a tool result (MCP Apps). */
export const pageMimeType = "text/html;profile=mcp-app";

/** A text that agents read before they call tools; with `ui://` a page, which is not listed: a host finds it by the tool that names it. */
export interface ResourceText {
  uri: `${"service" | "ui"}://${string}`;
  /** Markdown by default. */
  mimeType?: string;
  name: string;
  title: string;
  /** When an agent should read it. */
  description: string;
  text: (call: Call) => string | Promise<string>;
}

export function createResourceHandlers(resources: readonly ResourceText[]): RpcHandlers<typeof ResourceService> {
  const listed = resources.filter(({ uri }) => uri.startsWith("service://"));
  return {
    listResources: async () => ({
      resources: listed.map(({ uri, name, title, description, mimeType = markdown }) => ({
        ...{ uri, name, title, description, mimeType },
      })),
    }),
    readResource: async ({ uri }, call) => {
      const found = resources.find((resource) => resource.uri === uri);
      if (!found) throw new Refusal("route_not_found", `No resource ${quote(uri)}; resources/list names all of them.`);
      return { uri, mimeType: found.mimeType ?? markdown, text: await found.text(call) };
    },
  };
}

/** A Markdown table with the meaning and the remedy of each of these error codes. */
export function renderRemedyTable(codes: readonly ErrorCode[]): string {
  const rows = codes.map((code) => `| \`${code}\` | ${errorTable[code].meaning} | ${errorTable[code].remedy} |`);
  return ["| Error | Meaning | Remedy |", "| --- | --- | --- |", ...rows].join("\n");
}
