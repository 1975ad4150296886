import { defineVerb } from "@tenant-ops/kit/verbs";
import type { NoticeSettings } from "./notices.rules.js";
import { setNotices } from "./notices.store.js";

/** Stores what a member wants to be told. */
export const changeNotices = defineVerb(() => ({
  plan: (request: NoticeSettings & { memberId: string }) => request,
  write: async (scope, { memberId, byEmail, quietHours }) => {
    await setNotices(scope, memberId, { byEmail, quietHours });
    return { byEmail, quietHours };
  },
}));
