import { defineNoun } from "@tenant-ops/kit/process";
import * as routes from "@tenant-ops/rest/console";
import type { ConsoleContext } from "../context.js";
import { bindMemberRoute } from "../requests/person-routes.js";
import { defaultNotices, type NoticeSettings } from "./notices.rules.js";
import { changeNotices } from "./notices.verbs.js";

/** What a member wants to be told about requests of agents. It is stored in the membership. */
export const notices = defineNoun({
  verbs: { changeNotices },

  http(app, { changeNotices }, context: ConsoleContext) {
    const toReply = (email: string, settings: NoticeSettings) => ({
      ...{ isOffered: context.config.SMTP_URL !== undefined, email },
      ...settings,
    });
    bindMemberRoute(app, context, routes.getApprovalNotices, async ({ membership }) =>
      toReply(membership.email, membership.notices ?? defaultNotices),
    );
    bindMemberRoute(app, context, routes.setApprovalNotices, async ({ call, membership, body }) =>
      toReply(membership.email, await changeNotices(call, { memberId: membership._id, ...body })),
    );
  },
});
