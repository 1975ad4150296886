import type {
  BusinessDataService,
  RetentionRule as GivenRule,
  ResourceService,
  RetentionService,
} from "@tenant-ops/proto/common";
import type { Call } from "../call/call.js";
import type { BusinessState } from "../data/infrastructure.js";
import { type ErrorCode, errorTable } from "../errors/error-table.js";
import { quote, Refusal } from "../errors/refusal.js";
import type { BusinessData } from "../offboarding/index.js";
import type { RetentionMode, RetentionRules, ServiceRetention } from "../retention/index.js";
import type { RpcHandlers } from "./definition.js";

/** The handlers of every service for the offboarding of a business. */
export function createBusinessDataHandlers(data: BusinessData): RpcHandlers<typeof BusinessDataService> {
  return {
    setBusinessState: async ({ state, version }, call) => {
      // The contract allows these states only.
      await data.setState(call, { state: state as BusinessState, version });
      return {};
    },
    countBusiness: ({ position }, call) => data.count(call, position),
    exportBusiness: ({ position }, call) => data.export(call, position),
    deleteBusiness: ({ requestId, pass }, call) => data.delete(call, { requestId, pass }),
    endDeletion: async ({ requestId, version }, call) => {
      await data.end(call, { requestId, version });
      return {};
    },
  };
}

/** The handlers of every service for how long it keeps the history of a business. */
export function createRetentionHandlers(retention: ServiceRetention): RpcHandlers<typeof RetentionService> {
  return {
    previewRetention: async ({ rules }, call) => {
      const { kinds, canArchive } = await retention.preview(call, toRules(rules));
      return { previewed: kinds.map(({ oldest = "", ...kind }) => ({ ...kind, oldest })), canArchive };
    },
    setRetention: async ({ version, rules, chosenAt }, call) => {
      const stored = await retention.setRules(call, { version, rules: toRules(rules), chosenAt: new Date(chosenAt) });
      return {
        version: stored.version,
        chosenAt: stored.chosenAt.toISOString(),
        rules: Object.entries(stored.rules).map(([kind, { mode, days }]) => ({ kind, mode, days })),
      };
    },
  };
}

/** The contract allows these modes only. */
function toRules(given: readonly GivenRule[]): RetentionRules {
  return Object.fromEntries(given.map(({ kind, mode, days }) => [kind, { mode: mode as RetentionMode, days }]));
}

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
