import type { Database } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { ConsoleService } from "@tenant-ops/proto/console";
import { listRoleScopes } from "@tenant-ops/rest/access";
import { findMembership } from "../members/members.store.js";
import { findActiveSession } from "./find-session.js";

export function sessionRpcs(db: Database): Pick<RpcHandlers<typeof ConsoleService>, "resolveSession"> {
  return {
    resolveSession: async ({ tokenHash }, { businessId }) => {
      const session = await findActiveSession(db, tokenHash);
      const membership = session && (await findMembership(db, businessId, session.personId));
      if (!membership) return {};
      return {
        member: {
          personId: session.personId,
          scopes: listRoleScopes(membership.role),
          expiresAt: session.expiresAt.toISOString(),
          provenAt: session.provenAt.toISOString(),
        },
      };
    },
  };
}
