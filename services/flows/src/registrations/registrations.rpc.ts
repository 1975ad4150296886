import { type Database, parseDateRange, toListReply } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { FlowsService } from "@tenant-ops/proto/flows";
import { requireFlow } from "../flows/flows.rules.js";
import { findFlow } from "../flows/flows.store.js";
import { toRegistrationProgress } from "./registrations.replies.js";
import { listRegistrations } from "./registrations.store.js";
import { registrationStates } from "./registrations.rules.js";

type RegistrationRpcs = Pick<RpcHandlers<typeof FlowsService>, "listRegistrations">;

/** How far registrations have come, for agents: without answers, contacts and files of visitors. */
export function registrationRpcs(db: Database): RegistrationRpcs {
  return {
    async listRegistrations({ slug, state: given, dateFrom, dateTo, limit, cursor }, call) {
      const scope = db.scope(call);
      const range = parseDateRange(dateFrom, dateTo, call.timeZone);
      const flow = requireFlow(await findFlow(scope, slug), slug);
      // An empty text asks for all.
      const state = registrationStates.find((one) => one === given);
      const page = await listRegistrations(scope, flow._id, { state }, range, { limit, cursor });
      return toListReply(page, toRegistrationProgress);
    },
  };
}
