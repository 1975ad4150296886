import type { Database } from "@tenant-ops/kit/data";
import { invalid } from "@tenant-ops/kit/errors";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { ConsoleService } from "@tenant-ops/proto/console";
import { role as roleSchema } from "@tenant-ops/rest/console";
import { inviteAsOperator } from "./create-invitation.js";
import type { LinkSettings } from "./link-tokens.js";

export function invitationRpcs(
  db: Database,
  config: LinkSettings,
): Pick<RpcHandlers<typeof ConsoleService>, "createInvitation"> {
  return {
    createInvitation: async ({ name, email, role, invitedBy }, call) => {
      const { data: knownRole } = roleSchema.safeParse(role);
      if (!knownRole) throw invalid("role", `must be one of ${roleSchema.options.join(", ")}`);
      const made = await inviteAsOperator({ db, config }, call, { name, email, role: knownRole, invitedBy });
      return { id: made._id, url: made.url, expiresAt: made.expiresAt };
    },
  };
}
