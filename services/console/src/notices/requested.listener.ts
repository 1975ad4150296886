import type { Database } from "@tenant-ops/kit/data";
import type { EventListener } from "@tenant-ops/kit/events";
import { ApprovalRequestedSchema } from "@tenant-ops/proto/approvals";
import { markRequested } from "./notices.store.js";

/**
 * Stores that people have to be told about a request. A new consumer begins with the oldest event: when the operator switches mails on, people are told
 * what waits.
 */
export const createRequestedListener = ({ name }: Database): EventListener => ({
  // One consumer per installation.
  name: name === "console" ? name : `console-${name}`,
  subject: "events.approvals.>",
  isWanted: async (event) => event.as(ApprovalRequestedSchema) !== undefined,
  async handle(events) {
    for (const { event, scope } of events) {
      const requested = event.as(ApprovalRequestedSchema);
      if (requested) await markRequested(scope, new Date(requested.requestedAt));
    }
  },
});
