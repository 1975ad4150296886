import { agentReadScopes, agentScopes } from "./scopes.js";

/** Each may do what the role before it may. */
export const roles = ["viewer", "operator", "approver", "admin", "owner"] as const;
export type Role = (typeof roles)[number];

const settings = ["keys", "members", "connections", "business", "policies"];

/** What each role may do in addition to the role before it. Services check scopes only and do not know roles. */
const added: Record<Role, readonly string[]> = {
  viewer: [...agentReadScopes, "visitors:read", "business:read", "members:read"],
  operator: [...agentScopes, "visitors:write", "settings:write"],
  approver: ["approvals:decide"],
  admin: settings.flatMap((name) => [`${name}:read`, `${name}:write`]),
  owner: ["admins:write", "business:close"],
};

/** The scopes of a role, without repetitions. */
export function listRoleScopes(role: Role): string[] {
  const included = roles.slice(0, roles.indexOf(role) + 1);
  return [...new Set(included.flatMap((one) => added[one]))];
}
