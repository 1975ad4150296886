import type { Database } from "@tenant-ops/kit/data";
import { bindRoute } from "@tenant-ops/kit/http";
import { getWithdrawalTypes, replaceWithdrawalTypes } from "@tenant-ops/rest/supply";
import type { FastifyInstance } from "fastify";
import { planCustomTypes } from "./withdrawal-types.rules.js";
import { standardTypes } from "./withdrawals.rules.js";
import { findCustomTypes, replaceCustomTypes } from "./withdrawals.store.js";

/** The withdrawal types of a business: six standard ones, and those that the business adds and removes itself. */
export function withdrawalTypeHttp(app: FastifyInstance, db: Database): void {
  bindRoute(app, getWithdrawalTypes, async ({ call }) => toReply(await findCustomTypes(db.scope(call))));

  bindRoute(app, replaceWithdrawalTypes, ({ call, body }) =>
    db.transaction(call, async (scope) => {
      const custom = planCustomTypes(body.types);
      await replaceCustomTypes(scope, custom);
      return toReply(custom);
    }),
  );
}

function toReply(own: string[]) {
  return { types: [...standardTypes, ...own], standard: [...standardTypes], own };
}
