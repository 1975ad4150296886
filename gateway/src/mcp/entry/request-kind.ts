import type { RequestKind } from "../../limits/tenant-limits.js";
import { getObject, getText } from "../json.js";
import { findTool } from "../tools/catalog.js";

/** Methods that call services. */
const readMethods = new Set(["resources/read", "prompts/get", "completion/complete"]);

/** The kind by which the limits count a request. It is read from the body: the `Mcp-*` headers are only a copy that may differ. */
export function getRequestKind(body: unknown): RequestKind {
  const method = getText(body, "method");
  const toolName = method === undefined ? getText(body, "name") : getText(getObject(body, "params"), "name");
  if (method === "tools/call" || (method === undefined && toolName !== undefined)) {
    return findTool(toolName ?? "")?.isWrite ? "write" : "read";
  }
  return readMethods.has(method ?? "") ? "read" : "list";
}
