import type { RouteReply } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import * as routes from "@tenant-ops/rest/accounts";
import type { AccountsContext } from "../dependencies.js";
import { bindTenantRoute } from "../requests/bind-tenant-route.js";
import { resetSandbox } from "./reset.js";
import { sandboxIndexes } from "./sandboxes.store.js";
import { seedSandbox } from "./seed.js";
import { seedOnce } from "./seed-once.js";
import { createSeedFetch, createSeedTransport } from "./transport.js";

type SeededAreas = Omit<Extract<RouteReply<typeof routes.seedSandbox>, object>, "status">;

/** The sandboxes of businesses, for test keys. */
export const sandboxes = defineNoun({
  collections: {
    sandboxes: {
      indexes: sandboxIndexes,
      retention: { kept: "until_deleted" },
      ofBusiness: "_id",
      personal: "Ids.",
    },
  },
  http: (app, _verbs, context: AccountsContext) => {
    const { db } = context;
    const fetch = createSeedFetch(app, context.memoryHttp);
    bindTenantRoute(app, routes.resetSandbox, async ({ call }) => {
      await resetSandbox(context, call);
      return { status: "emptied" as const };
    });
    bindTenantRoute(app, routes.seedSandbox, ({ call }) =>
      seedOnce(db, call, async (own, seeded) => {
        const made = await seedSandbox(seeded, createSeedTransport({ ...context, fetch }, own));
        // By area, as the demo data makes them; tests compare the answer with its declaration.
        return { status: "seeded" as const, ...(made as SeededAreas) };
      }),
    );
  },
});
