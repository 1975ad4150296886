import { defineNoun } from "@tenant-ops/kit/process";
import { toRestList } from "@tenant-ops/kit/http";
import { listOperatorCalls as listRoute } from "@tenant-ops/rest/accounts";
import type { AccountsContext } from "../dependencies.js";
import { bindOperatorRoute } from "../requests/bind-operator-route.js";
import { namedWriteIndexes } from "../requests/named-writes.store.js";
import { invitationRoutes } from "./invitations.routes.js";
import { registerOperatorCalls } from "./operator-calls.js";
import { listOperatorCalls, type OperatorCall, operatorCallIndexes } from "./operator-calls.store.js";

/** What operators did, and their invitations, which the console service keeps. */
export const operators = defineNoun({
  collections: {
    operatorCalls: {
      indexes: operatorCallIndexes,
      retention: { kept: "days_after", field: "at", days: 400 },
      ofBusiness: "none",
      personal: "Operators, by the name of their key.",
    },
    operatorWrites: {
      indexes: namedWriteIndexes,
      retention: { kept: "days_after", field: "createdAt", days: 1 },
      ofBusiness: "none",
      personal: "Answers to operators; that of an invitation names who was invited.",
    },
  },
  http: (app, _verbs, context: AccountsContext) => {
    const { db, logger } = context;
    registerOperatorCalls(app, db, logger);
    bindOperatorRoute(app, db, listRoute, async ({ query: { limit, cursor, ...filter } }) =>
      toRestList(await listOperatorCalls(db, filter, { limit, cursor }), toCallReply),
    );
    invitationRoutes(app, context);
  },
});

function toCallReply({ at, answeredAt, ...rest }: OperatorCall) {
  return { ...rest, at: at.toISOString(), answeredAt: answeredAt?.toISOString() ?? null };
}
