import type { Route } from "@tenant-ops/kit/http";
import type { Components, Server } from "./openapi.types.js";

export const securitySchemes: Components["securitySchemes"] = {
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description: "The key of a business: `svc_live_…`, or `svc_test_…` for its sandbox.",
  },
  businessId: {
    type: "apiKey",
    in: "header",
    name: "x-business-id",
    description: "The id of the business of the key.",
  },
  accessToken: {
    type: "oauth2",
    description: "An access token instead of the key.",
    flows: { clientCredentials: { tokenUrl: "/oauth/token", scopes: {} } },
  },
  operatorKey: { type: "http", scheme: "bearer", description: "The key of an operator." },
};

/** The credentials of most routes. */
export const tenantSecurity: Record<string, string[]>[] = [
  { apiKey: [], businessId: [] },
  { accessToken: [], businessId: [] },
];

/** Credentials that are sent together, and alternatives to them. */
export function listSecurity({ caller, path }: Route): Record<string, string[]>[] {
  if (caller === "visitor") return [];
  if (caller === "operator") return [{ operatorKey: [] }];
  // MCP clients send the key alone.
  return path.startsWith("/v1/") ? tenantSecurity : [{ apiKey: [] }, { accessToken: [] }];
}

/** Operators use a separate port. */
export const operatorServers: Server[] = [
  { url: "http://127.0.0.1:8090", description: "The operator port; `npm run where` prints the address." },
];
