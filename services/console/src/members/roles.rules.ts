import { areas } from "@tenant-ops/proto";
import { type Role, roles } from "@tenant-ops/rest/console";

const reads = (names: readonly string[]) => names.map((name) => `${name}:read`);
const writes = (names: readonly string[]) => names.map((name) => `${name}:write`);

const settings = ["keys", "members", "connections", "business", "policies"];

/** What each role may do in addition to the role before it. Services check scopes only and do not know roles. */
const added: Record<Role, readonly string[]> = {
  viewer: [...reads(areas), "business:read", "members:read"],
  operator: writes(areas),
  approver: ["approvals:decide"],
  admin: [...reads(settings), ...writes(settings)],
  owner: ["admins:write", "business:close"],
};

/** The scopes of a role, without repetitions. */
export function listRoleScopes(role: Role): string[] {
  const included = roles.slice(0, roles.indexOf(role) + 1);
  return [...new Set(included.flatMap((one) => added[one]))];
}
