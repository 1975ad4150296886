import { Refusal, quote } from "@tenant-ops/kit/errors";
import { type CatalogTool, tools } from "@tenant-ops/proto";
import type { Tool } from "@modelcontextprotocol/server";
import { LRUCache } from "lru-cache";
import { type Access, mayUse, requireScope } from "../auth/tenant.js";
import type { Narrowing } from "./narrowing.js";

export type { CatalogTool } from "@tenant-ops/proto";

/** The tools that one kind of caller sees. Built once and shared by all who see the same. */
export interface Selection {
  tools: readonly CatalogTool[];
  has(name: string): boolean;
  /** The answer to tools/list. */
  list: { tools: Tool[] };
  /** The same list as text: 50 KB are written once, not per request. */
  listText: string;
}

const toolsByName = new Map(tools.flatMap((tool) => [tool.name, ...tool.formerly].map((name) => [name, tool])));
const published = new Map(tools.map((tool) => [tool, publish(tool)]));
const selections = new LRUCache<string, Selection>({ max: 500 });

export function accessOf(tool: CatalogTool): Access {
  return tool.isWrite ? "write" : "read";
}

export function toolNamed(name: string): CatalogTool | undefined {
  return toolsByName.get(name);
}

/** On a tool that previews: the tool that carries it out. */
export function writerOf(tool: CatalogTool): CatalogTool | undefined {
  return tool.writer === undefined ? undefined : toolsByName.get(tool.writer);
}

/** What these scopes allow, less what the request itself leaves out. */
export function select(scopes: readonly string[], narrowing: Narrowing): Selection {
  const name = `${scopes.join(" ")}|${narrowing.name}`;
  const known = selections.get(name);
  if (known) return known;
  const selected = tools.filter((tool) => mayUse({ scopes }, tool.vertical, accessOf(tool)) && narrowing.admits(tool));
  const names = new Set(selected.map((tool) => tool.name));
  const list = { tools: selected.flatMap((tool) => published.get(tool) ?? []) };
  const selection: Selection = {
    tools: selected,
    has: (wanted) => names.has(wanted),
    list,
    listText: JSON.stringify(list.tools),
  };
  selections.set(name, selection);
  return selection;
}

/**
 * The tool that a call names, if this caller may call it.
 * @throws Refusal unknown_tool, forbidden
 */
export function toolToCall(caller: { scopes: readonly string[] }, narrowing: Narrowing, name: string): CatalogTool {
  const tool = toolNamed(name);
  if (!tool) throw new Refusal("unknown_tool", `No tool is called ${quote(name)}; tools/list names all of them.`);
  requireScope(caller, tool.vertical, accessOf(tool), `the tool ${tool.name}`);
  if (narrowing.admits(tool)) return tool;
  throw new Refusal("unknown_tool", `The tool ${tool.name} is left out of this request by its own ${narrowing.words}.`);
}

function publish(tool: CatalogTool): Tool {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return { name, title, description, inputSchema, outputSchema, annotations };
}
