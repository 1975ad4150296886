import { hasScope, wildcardScope } from "@tenant-ops/kit/call";
import { getRouteScope, isRouteWrite, type RouteFacts } from "@tenant-ops/kit/http";
import type { CatalogTool } from "@tenant-ops/proto";
import { listRoleScopes, roles } from "./roles.js";
import { agentReadScopes, agentScopes, areaScopes } from "./scopes.js";

/**
 * The scopes that a caller of this route needs. A key for all areas manages what concerns all of them; people and their agents need the scope of the
 * role as well.
 */
export function listNeededScopes(route: RouteFacts, isKey: boolean): string[] {
  const { scope, ofAllAreas = false, withoutScope = false } = route.access ?? {};
  if (withoutScope) return [];
  if (!ofAllAreas) return route.caller === "person" && scope === undefined ? [] : [getRouteScope(route)];
  const access = isRouteWrite(route) ? "write" : "read";
  return [...areaScopes[access], ...(isKey || scope === undefined ? [] : [scope])];
}

/** The scopes for a tool. A preview only reads, but without the access of the write it is useless. */
export function listToolScopes({ area, isWrite, writer }: CatalogTool): string[] {
  if (isWrite) return [`${area}:write`];
  return writer === undefined ? [`${area}:read`] : [`${area}:read`, `${area}:write`];
}

/** A caller of the table of access. */
export interface CallerKind {
  name: string;
  kind: "agent" | "person" | "key";
  scopes: readonly string[];
  /** Its writes need the token of a preview, which only tools make. */
  requireProposal?: true;
}

/** The callers that docs/access.md and its test show: what a person allows an agent, each role, and keys. */
export const callerKinds: readonly CallerKind[] = [
  { name: "agent: read", kind: "agent", scopes: agentReadScopes },
  { name: "agent: all", kind: "agent", scopes: agentScopes },
  ...roles.map((role) => ({ name: role, kind: "person" as const, scopes: listRoleScopes(role) })),
  { name: "key: areas", kind: "key", scopes: agentScopes },
  { name: "key: previews", kind: "key", scopes: [wildcardScope], requireProposal: true },
  { name: "key: `*`", kind: "key", scopes: [wildcardScope] },
];

/** `proof`: yes, after the person has confirmed with a passkey. `sandbox`: yes, in the sandbox. */
export type Verdict = "yes" | "proof" | "sandbox" | "no";

export function judgeRoute(route: RouteFacts, caller: CallerKind): Verdict {
  if (route.caller === "person" && caller.kind !== "person") return "no";
  const { needsProof = false, onlySandbox = false } = route.access ?? {};
  const needed = listNeededScopes(route, caller.kind === "key");
  if (!needed.every((scope) => hasScope(caller, scope))) return "no";
  if (onlySandbox) return "sandbox";
  if (caller.requireProposal && isRouteWrite(route)) return "no";
  return needsProof && caller.kind === "person" ? "proof" : "yes";
}

export function judgeTool(tool: CatalogTool, caller: CallerKind): Verdict {
  // People use the same rules over REST.
  if (caller.kind === "person") return "no";
  return listToolScopes(tool).every((scope) => hasScope(caller, scope)) ? "yes" : "no";
}
