import { quote, Refusal } from "@tenant-ops/kit/errors";
import { type CatalogTool, verticals } from "@tenant-ops/proto";
import type { FastifyRequest } from "fastify";
import { getHeader } from "../../request/headers.js";
import { isObject } from "../json.js";

/** The tools that a request limits itself to. A filter only removes tools from those that the key allows. */
export interface ToolFilter {
  /** Equal for equal filters; part of the cache key of a `ToolSet`. */
  cacheKey: string;
  /** The parameters that the caller used; part of an error text. */
  source: string;
  allows(tool: CatalogTool): boolean;
}

const allowAll: ToolFilter = { cacheKey: "", source: "choice", allows: () => true };

/**
 * From `?toolsets=supply,flows`, `?read_only=true` and the headers X-MCP-Toolsets and X-MCP-Readonly. When both are
 * given, both apply.
 * @throws Refusal malformed_request for an unknown value
 */
export function parseToolFilter(request: FastifyRequest): ToolFilter {
  const query: Record<string, unknown> = isObject(request.query) ? request.query : {};
  const toolsets = [
    ...listTexts(query["toolsets"]).map((text) => parseToolsets("toolsets", text)),
    ...listTexts(getHeader(request, "x-mcp-toolsets")).map((text) => parseToolsets("X-MCP-Toolsets", text)),
  ];
  const readOnly = [
    ...listTexts(query["read_only"]).map((text) => parseFlag("read_only", text)),
    ...listTexts(getHeader(request, "x-mcp-readonly")).map((text) => parseFlag("X-MCP-Readonly", text)),
  ].includes(true);
  if (toolsets.length === 0 && !readOnly) return allowAll;
  const allowed = verticals.filter((vertical) => toolsets.every((set) => set.includes(vertical)));
  return {
    cacheKey: `${allowed.join(",")}${readOnly ? "|read_only" : ""}`,
    source: toolsets.length === 0 ? "read_only" : readOnly ? "toolsets or read_only" : "toolsets",
    allows: (tool) => allowed.includes(tool.vertical) && !(readOnly && tool.isWrite),
  };
}

function listTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listTexts(item));
  return typeof value === "string" ? [value] : [];
}

function parseToolsets(name: string, text: string): string[] {
  const named = text.split(",").map((part) => part.trim());
  for (const toolset of named) {
    if (verticals.some((vertical) => vertical === toolset)) continue;
    throw new Refusal("malformed_request", `${name}: ${quote(toolset)} is not one of ${verticals.join(", ")}.`);
  }
  return named;
}

function parseFlag(name: string, text: string): boolean {
  const flag = text.trim().toLowerCase();
  if (flag === "true" || flag === "false") return flag === "true";
  throw new Refusal("malformed_request", `${name}: ${quote(text)} is neither true nor false.`);
}
