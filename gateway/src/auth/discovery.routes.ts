import type { FastifyInstance } from "fastify";
import { mcpPaths } from "../http/mcp-paths.js";

export interface DiscoveryOptions {
  publicUrl: () => string;
  allScopes: readonly string[];
}

/** Metadata with which an MCP client that knows only our URL and a key finds `/oauth/token`. */
export function registerDiscovery(app: FastifyInstance, options: DiscoveryOptions): void {
  // RFC 9728: the path of the resource follows the well-known part. Older clients ask without a path.
  for (const path of [...mcpPaths, ""]) {
    for (const slash of ["", "/"]) {
      app.get(`/.well-known/oauth-protected-resource${path}${slash}`, async (_request, reply) => {
        void reply.header("cache-control", "public, max-age=300");
        return describeResource(path, options);
      });
    }
  }
  app.get("/.well-known/oauth-authorization-server", async (_request, reply) => {
    void reply.header("cache-control", "public, max-age=300");
    return describeAuthorizationServer(options);
  });
}

function describeResource(path: string, { publicUrl, allScopes }: DiscoveryOptions) {
  return {
    resource: `${publicUrl()}${path}`,
    authorization_servers: [publicUrl()],
    scopes_supported: allScopes,
    bearer_methods_supported: ["header"],
    resource_name: "Tenant Business Operations",
  };
}

/** @see https://www.rfc-editor.org/rfc/rfc8414 */
function describeAuthorizationServer({ publicUrl, allScopes }: DiscoveryOptions) {
  return {
    issuer: publicUrl(),
    token_endpoint: `${publicUrl()}/oauth/token`,
    // The SDK's clients refuse metadata without it. It replies 400.
    authorization_endpoint: `${publicUrl()}/oauth/authorize`,
    grant_types_supported: ["client_credentials"],
    response_types_supported: [],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    scopes_supported: allScopes,
  };
}
