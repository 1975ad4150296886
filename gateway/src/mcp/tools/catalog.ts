import { Refusal, quote } from "@tenant-ops/kit/errors";
import { type CatalogTool, tools } from "@tenant-ops/proto";
import type { Tool } from "@modelcontextprotocol/server";
import { LRUCache } from "lru-cache";
import { type Access, hasScope, requireScope } from "../../tenant/tenant.js";
import type { ToolFilter } from "./tool-filter.js";

export type { CatalogTool } from "@tenant-ops/proto";

/** The tools that one kind of caller sees. Built once and shared by all who see the same. */
export interface ToolSet {
  tools: readonly CatalogTool[];
  has(name: string): boolean;
  /** The answer to tools/list. */
  list: { tools: Tool[] };
  /** The same list as text: 50 KB are written once, not per request. */
  listText: string;
}

const toolsByName = new Map(tools.flatMap((tool) => [tool.name, ...tool.formerly].map((name) => [name, tool])));
const publishedTools = new Map(tools.map((tool) => [tool, toPublishedTool(tool)]));
const toolSets = new LRUCache<string, ToolSet>({ max: 500 });

export function getToolAccess(tool: CatalogTool): Access {
  return tool.isWrite ? "write" : "read";
}

export function findTool(name: string): CatalogTool | undefined {
  return toolsByName.get(name);
}

/** On a tool that previews: the tool that carries it out. */
export function findWriteTool(tool: CatalogTool): CatalogTool | undefined {
  return tool.writer === undefined ? undefined : toolsByName.get(tool.writer);
}

/** What these scopes allow, less what the request itself leaves out. */
export function getToolSet(scopes: readonly string[], narrowing: ToolFilter): ToolSet {
  const name = `${scopes.join(" ")}|${narrowing.cacheKey}`;
  const known = toolSets.get(name);
  if (known) return known;
  const selected = tools.filter(
    (tool) => hasScope({ scopes }, tool.vertical, getToolAccess(tool)) && narrowing.allows(tool),
  );
  const names = new Set(selected.map((tool) => tool.name));
  const list = { tools: selected.flatMap((tool) => publishedTools.get(tool) ?? []) };
  const selection: ToolSet = {
    tools: selected,
    has: (wanted) => names.has(wanted),
    list,
    listText: JSON.stringify(list.tools),
  };
  toolSets.set(name, selection);
  return selection;
}

/**
 * The tool that a call names, if this caller may call it.
 * @throws Refusal unknown_tool, forbidden
 */
export function requireTool(caller: { scopes: readonly string[] }, narrowing: ToolFilter, name: string): CatalogTool {
  const tool = findTool(name);
  if (!tool) throw new Refusal("unknown_tool", `No tool is called ${quote(name)}; tools/list names all of them.`);
  requireScope(caller, tool.vertical, getToolAccess(tool), `the tool ${tool.name}`);
  if (narrowing.allows(tool)) return tool;
  throw new Refusal(
    "unknown_tool",
    `The tool ${tool.name} is left out of this request by its own ${narrowing.source}.`,
  );
}

function toPublishedTool(tool: CatalogTool): Tool {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return { name, title, description, inputSchema, outputSchema, annotations };
}
