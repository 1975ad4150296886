/** The paths of the MCP endpoint. Each is a protected resource with its own metadata. */
export const mcpPaths = ["/mcp", "/cognitive-layer/mcp"] as const;
