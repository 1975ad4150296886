import { Refusal, quote } from "@tenant-ops/kit/errors";
import { type CatalogTool, publishTool, tools } from "@tenant-ops/proto";
import { listToolScopes } from "@tenant-ops/rest/access";
import type { Tool } from "@modelcontextprotocol/server";
import { createCache } from "@tenant-ops/kit/caches";
import { type ConstantText, createConstantText } from "../../http/constant-text.js";
import { hasScope, requireScopes } from "../../tenant/scopes.js";
import { appsOfTools } from "./apps.js";
import type { ToolFilter } from "./tool-filter.js";

export type { CatalogTool } from "@tenant-ops/proto";

/** The tools for callers with the same scopes and tool filter. Created once and shared by these callers. */
export interface ToolSet {
  tools: readonly CatalogTool[];
  has(name: string): boolean;
  /** The result of tools/list. */
  list: { tools: Tool[] };
  /** The tools as JSON: the list is serialized and compressed once, not per request. */
  listText: ConstantText;
}

const toolsByName = new Map(tools.map((tool) => [tool.name, tool]));
const publishedTools = new Map<CatalogTool, Tool>(tools.map((tool) => [tool, publishTool(tool)]));
/** For clients that show pages of results: the tool names its page. */
const publishedWithApps = new Map(
  [...publishedTools].map(([tool, published]) => {
    const resourceUri = appsOfTools.get(tool.name);
    return [tool, resourceUri ? { ...published, _meta: { ui: { resourceUri } } } : published];
  }),
);
const toolSets = createCache<ToolSet>({ max: 500 });

/** @throws Refusal forbidden */
export function requireToolAccess(caller: { scopes: readonly string[] }, tool: CatalogTool): void {
  const what = tool.writer === undefined ? `the tool ${tool.name}` : `the tool ${tool.name}, which previews a write`;
  requireScopes(caller, listToolScopes(tool), what);
}

export function findTool(name: string): CatalogTool | undefined {
  return toolsByName.get(name);
}

/** For a propose tool: the tool that writes what it previews. */
export function findWriteTool(tool: CatalogTool): CatalogTool | undefined {
  return tool.writer === undefined ? undefined : toolsByName.get(tool.writer);
}

/**
 * The tools that these scopes and the filter allow.
 * @param withApps whether tools name the page that shows their results
 */
export function getToolSet(scopes: readonly string[], filter: ToolFilter, withApps = false): ToolSet {
  const cacheKey = `${scopes.join(" ")}|${filter.cacheKey}|${withApps}`;
  const known = toolSets.get(cacheKey);
  if (known) return known;
  const isPermitted = (tool: CatalogTool) => listToolScopes(tool).every((scope) => hasScope({ scopes }, scope));
  const selected = tools.filter((tool) => isPermitted(tool) && filter.allows(tool));
  const names = new Set(selected.map((tool) => tool.name));
  const published = withApps ? publishedWithApps : publishedTools;
  const list = { tools: selected.flatMap((tool) => published.get(tool) ?? []) };
  const toolSet: ToolSet = {
    tools: selected,
    has: (wanted) => names.has(wanted),
    list,
    listText: createConstantText(JSON.stringify(list.tools)),
  };
  toolSets.set(cacheKey, toolSet);
  return toolSet;
}

/**
 * The tool that a call names, if this caller may call it.
 * @throws Refusal unknown_tool, forbidden
 */
export function requireTool(caller: { scopes: readonly string[] }, filter: ToolFilter, name: string): CatalogTool {
  const tool = findTool(name);
  if (!tool) throw new Refusal("unknown_tool", `No tool is called ${quote(name)}; tools/list names all of them.`);
  requireToolAccess(caller, tool);
  if (filter.allows(tool)) return tool;
  throw new Refusal("unknown_tool", `The tool ${tool.name} ${filter.explain(tool)}`);
}
