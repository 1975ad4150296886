import { quote, Refusal } from "@tenant-ops/kit/errors";
import { type CatalogTool, verticals } from "@tenant-ops/proto";
import type { FastifyRequest } from "fastify";
import { headerOf } from "../requests.js";
import { isObject } from "./json.js";

/** Tools that a request leaves out of its own accord. It only ever takes away from what the key allows. */
export interface Narrowing {
  /** The same for the same choice; names cached lists. */
  name: string;
  /** How the caller asked for it. */
  words: string;
  admits(tool: CatalogTool): boolean;
}

const nothing: Narrowing = { name: "", words: "choice", admits: () => true };

/**
 * From `?toolsets=supply,flows`, `?read_only=true` and the headers X-MCP-Toolsets and X-MCP-Readonly. Given twice, both hold.
 * @throws Refusal malformed_request for a value that means nothing
 */
export function readNarrowing(request: FastifyRequest): Narrowing {
  const query: Record<string, unknown> = isObject(request.query) ? request.query : {};
  const toolsets = [
    ...given(query["toolsets"]).map((text) => toolsetsIn("toolsets", text)),
    ...given(headerOf(request, "x-mcp-toolsets")).map((text) => toolsetsIn("X-MCP-Toolsets", text)),
  ];
  const readOnly = [
    ...given(query["read_only"]).map((text) => flagIn("read_only", text)),
    ...given(headerOf(request, "x-mcp-readonly")).map((text) => flagIn("X-MCP-Readonly", text)),
  ].includes(true);
  if (toolsets.length === 0 && !readOnly) return nothing;
  const areas = verticals.filter((vertical) => toolsets.every((set) => set.includes(vertical)));
  return {
    name: `${areas.join(",")}${readOnly ? "|read_only" : ""}`,
    words: toolsets.length === 0 ? "read_only" : readOnly ? "toolsets or read_only" : "toolsets",
    admits: (tool) => areas.includes(tool.vertical) && !(readOnly && tool.isWrite),
  };
}

function given(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => given(item));
  return typeof value === "string" ? [value] : [];
}

function toolsetsIn(name: string, text: string): string[] {
  const named = text.split(",").map((part) => part.trim());
  for (const toolset of named) {
    if (verticals.some((vertical) => vertical === toolset)) continue;
    throw new Refusal("malformed_request", `${name}: ${quote(toolset)} is not one of ${verticals.join(", ")}.`);
  }
  return named;
}

function flagIn(name: string, text: string): boolean {
  const flag = text.trim().toLowerCase();
  if (flag === "true" || flag === "false") return flag === "true";
  throw new Refusal("malformed_request", `${name}: ${quote(text)} is neither true nor false.`);
}
