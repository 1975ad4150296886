import { quote, Refusal } from "@tenant-ops/kit/errors";
import type { CatalogTool } from "@tenant-ops/proto";
import type { FastifyRequest } from "fastify";
import { getHeader } from "../../request/headers.js";
import { isObject } from "../json.js";
import {
  addTool,
  chooseToolsets,
  combineChoices,
  parseToolsetChoice,
  type ToolsetChoice,
  writeToolsetWords,
} from "../../tenant/toolsets.js";

/** The tools that a request can see. A filter only removes tools from those that the key's scopes allow. */
export interface ToolFilter {
  /** Equal for equal filters; part of the cache key of a `ToolSet`. */
  cacheKey: string;
  allows(tool: CatalogTool): boolean;
  /** Why a tool that is not allowed is left out, and how to get it: a sentence whose subject is the tool. */
  explain(tool: CatalogTool): string;
}

/**
 * From `?toolsets=supply,operations`, `?read_only=true` and the headers X-MCP-Toolsets and X-MCP-Readonly. When query and
 * header are given, both apply. Toolsets of the request replace those of the key. See docs/decisions/0024.
 * @param keyToolsets the words that the key is set to; they are checked when the key is created
 * @throws Refusal malformed_request for an unknown value
 */
export function parseToolFilter(request: FastifyRequest, keyToolsets: readonly string[]): ToolFilter {
  const query: Record<string, unknown> = isObject(request.query) ? request.query : {};
  const choices = [
    ...listTexts(query["toolsets"]).map((text) => parseToolsetChoice("toolsets", text)),
    ...listTexts(getHeader(request, "x-mcp-toolsets")).map((text) => parseToolsetChoice("X-MCP-Toolsets", text)),
  ];
  const readOnly = [
    ...listTexts(query["read_only"]).map((text) => parseFlag("read_only", text)),
    ...listTexts(getHeader(request, "x-mcp-readonly")).map((text) => parseFlag("X-MCP-Readonly", text)),
  ].includes(true);
  if (choices.length > 0) return createToolFilter(combineChoices(choices), readOnly);
  return keyToolsets.length === 0 && !readOnly
    ? defaultFilter
    : createToolFilter(chooseToolsets(keyToolsets), readOnly);
}

export function createToolFilter(choice: ToolsetChoice, readOnly: boolean): ToolFilter {
  const isChosen = ({ area, toolset }: CatalogTool) =>
    choice.areas.includes(area) && (toolset === undefined || choice.toolsets.includes(toolset));
  return {
    cacheKey: [choice.areas, choice.toolsets, readOnly].join("|"),
    // A preview leads to a write, which a read-only request may not make.
    allows: (tool) => isChosen(tool) && !(readOnly && (tool.isWrite || tool.writer !== undefined)),
    explain: (tool) => {
      if (isChosen(tool)) return "is left out of this request by its read_only.";
      const words = writeToolsetWords(addTool(choice, tool));
      const reason =
        tool.toolset === undefined
          ? "is left out of this request by its toolsets"
          : `belongs to the toolset ${tool.toolset}, which is off unless it is asked for`;
      return `${reason}. Connect with ?toolsets=${words} or the header X-MCP-Toolsets: ${words} to use it.`;
    },
  };
}

/** Of nearly all requests, so it is made once. */
const defaultFilter = createToolFilter(chooseToolsets([]), false);

function listTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listTexts(item));
  return typeof value === "string" ? [value] : [];
}

function parseFlag(name: string, text: string): boolean {
  const flag = text.trim().toLowerCase();
  if (flag === "true" || flag === "false") return flag === "true";
  throw new Refusal("malformed_request", `${name}: ${quote(text)} is neither true nor false.`);
}
