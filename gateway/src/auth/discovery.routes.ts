import { agentReadScopes, agentScopes } from "@tenant-ops/rest/access";
import type { FastifyInstance } from "fastify";
import { mcpPaths } from "../http/other-sites.js";
import { registerPublicDocument } from "../http/public-document.js";

export interface DiscoveryOptions {
  publicUrl: () => string;
}

/** Metadata with which an MCP client that knows only our URL finds out how to get a token. */
export function discoveryRoutes(app: FastifyInstance, options: DiscoveryOptions): void {
  // RFC 9728: the path of the resource follows the well-known part. Older clients ask without a path.
  for (const path of [...mcpPaths, ""])
    for (const slash of ["", "/"])
      registerMetadata(app, `/.well-known/oauth-protected-resource${path}${slash}`, () =>
        describeResource(path, options),
      );
  registerMetadata(app, "/.well-known/oauth-authorization-server", () => describeAuthorizationServer(options));
}

/** Registers a public document, because agents that run in a web page read it too. */
function registerMetadata(app: FastifyInstance, path: string, describe: () => object): void {
  registerPublicDocument(app, {
    path,
    type: "application/json; charset=utf-8",
    read: () => JSON.stringify(describe()),
  });
}

function describeResource(path: string, { publicUrl }: DiscoveryOptions) {
  return {
    resource: `${publicUrl()}${path}`,
    authorization_servers: [publicUrl()],
    // A host that is told no scope asks for these. What else its agent may ask for, the refusal of a write names.
    scopes_supported: agentReadScopes,
    bearer_methods_supported: ["header"],
    resource_name: "Tenant Business Operations",
  };
}

/** @see https://www.rfc-editor.org/rfc/rfc8414 */
function describeAuthorizationServer({ publicUrl }: DiscoveryOptions) {
  return {
    issuer: publicUrl(),
    authorization_endpoint: `${publicUrl()}/oauth/authorize`,
    token_endpoint: `${publicUrl()}/oauth/token`,
    registration_endpoint: `${publicUrl()}/oauth/register`,
    revocation_endpoint: `${publicUrl()}/oauth/revoke`,
    grant_types_supported: ["authorization_code", "refresh_token", "client_credentials"],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    code_challenge_methods_supported: ["S256"],
    // `none` is for agents of people; the others send a business id and its key.
    token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
    revocation_endpoint_auth_methods_supported: ["none"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    // Tokens of keys hold the scopes of the key, which nobody has to ask for.
    scopes_supported: agentScopes,
  };
}
