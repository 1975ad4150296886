import type { FastifyInstance } from "fastify";
import { mcpPaths } from "../http/error-replies.js";

export interface DiscoveryOptions {
  publicUrl: () => string;
  allScopes: readonly string[];
}

/** How a stock MCP client that knows only our URL and a key finds `/oauth/token` by itself. */
export function registerDiscovery(app: FastifyInstance, { publicUrl, allScopes }: DiscoveryOptions): void {
  // RFC 9728: the path of the resource comes after the well-known part; older clients ask at the root.
  for (const path of [...mcpPaths, ""]) {
    app.get(`/.well-known/oauth-protected-resource${path}`, async (_request, reply) => {
      void reply.header("cache-control", "public, max-age=300");
      return {
        resource: `${publicUrl()}${path}`,
        authorization_servers: [publicUrl()],
        scopes_supported: allScopes,
        bearer_methods_supported: ["header"],
        resource_name: "Tenant Business Operations",
      };
    });
  }
  // RFC 8414.
  app.get("/.well-known/oauth-authorization-server", async (_request, reply) => {
    void reply.header("cache-control", "public, max-age=300");
    return {
      issuer: publicUrl(),
      token_endpoint: `${publicUrl()}/oauth/token`,
      // The SDK's clients refuse metadata without it. It answers 400.
      authorization_endpoint: `${publicUrl()}/oauth/authorize`,
      grant_types_supported: ["client_credentials"],
      response_types_supported: [],
      token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
      scopes_supported: allScopes,
    };
  });
}
