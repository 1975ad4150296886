/** The paths of the MCP endpoint, each also with a slash at its end. Each is a protected resource with its own metadata. */
export const mcpPaths = ["/mcp", "/cognitive-layer/mcp"] as const;
