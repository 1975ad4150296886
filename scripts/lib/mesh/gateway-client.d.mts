type Json = Record<string, unknown>;

export declare function createTenantClient(
  gatewayUrl: string,
  credential: { businessId: string; key: string },
): {
  call(name: string, args?: Json): Promise<Json>;
  /** Calls the propose tool, then the writing tool with the proposal token. */
  proposeAndWrite(proposeTool: string, writingTool: string, args: Json): Promise<Json>;
  rest(method: string, path: string, body?: Json): Promise<Json>;
};
