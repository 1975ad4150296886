import { type Database, newId } from "@tenant-ops/kit/data";
import { invalid } from "@tenant-ops/kit/errors";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { ConsoleService } from "@tenant-ops/proto/console";
import { role as roleSchema } from "@tenant-ops/rest/console";
import type { ConsoleConfig } from "../config.js";
import { createInvitation } from "./create-invitation.js";

export function invitationRpcs(
  db: Database,
  config: ConsoleConfig,
): Pick<RpcHandlers<typeof ConsoleService>, "createInvitation"> {
  return {
    createInvitation: async ({ name, email, role, invitedBy }, call) => {
      const { data: knownRole } = roleSchema.safeParse(role);
      if (!knownRole) throw invalid("role", `must be one of ${roleSchema.options.join(", ")}`);
      // The ids are stored as the reply of the call, so a repeat makes the same invitation.
      const ids = await db.transaction(call, async () => ({ invitationId: newId("inv"), personId: newId("per") }));
      const made = await createInvitation(db, config, {
        ...ids,
        businessId: call.businessId,
        name,
        email,
        role: knownRole,
        invitedBy,
      });
      return { id: made.id, url: made.url, expiresAt: made.expiresAt.toISOString() };
    },
  };
}
