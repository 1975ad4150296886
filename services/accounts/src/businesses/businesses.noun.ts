import { isSandboxId } from "@tenant-ops/kit/call";
import { type Database, newId } from "@tenant-ops/kit/data";
import { toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { AccountsService } from "@tenant-ops/proto/accounts";
import * as routes from "@tenant-ops/rest/accounts";
import { getOwnBusiness, updateOwnBusiness } from "@tenant-ops/rest/console";
import type { FastifyInstance } from "fastify";
import type { AccountsContext } from "../dependencies.js";
import { bindOperatorRoute } from "../requests/bind-operator-route.js";
import { bindPersonRoute } from "../requests/bind-person-route.js";
import { checkBusinessFields, getCountryDefaults } from "../requests/field-checks.js";
import { ensureSandbox, findSandboxById, findSandboxIds, findSandboxOf } from "../sandboxes/sandboxes.store.js";
import { announceApprovals, createBusinessOnce, setBusiness } from "./business-actions.js";
import { businessIndexes, findBusiness, listBusinesses } from "./businesses.store.js";
import { type Business, toRatesMessage } from "./businesses.types.js";
import { requireBusiness } from "./require-business.js";

/** The tenants, with their settings. */
export const businesses = defineNoun({
  api: AccountsService,
  collections: {
    businesses: {
      indexes: businessIndexes,
      retention: { kept: "until_deleted" },
      ofBusiness: "_id",
      personal: "Names and settings of businesses.",
    },
  },
  rpcs: (_verbs, { db, ...context }: AccountsContext) => ({
    async setApprovalPolicy(approvals, { businessId }) {
      await announceApprovals({ db, ...context }, businessId, {
        version: approvals.version,
        hasRules: approvals.hasRules,
      });
      return {};
    },
    getBusiness: async (_request, { businessId }) => {
      const found = await findBusiness(db, businessId);
      return found ? { business: toMessage(found) } : {};
    },
    findAccount: async ({ needsSandbox }, { businessId }) => {
      const sandbox = isSandboxId(businessId) ? await findSandboxById(db, businessId) : undefined;
      const found = sandbox === null ? null : await findBusiness(db, sandbox?.sandboxOf ?? businessId);
      if (!found) return {};
      const sandboxId = sandbox?._id ?? (needsSandbox ? (await ensureSandbox(db, found._id))._id : "");
      return { business: toMessage(found), sandboxId };
    },
  }),
  http: (app, _verbs, context: AccountsContext) => {
    bindOperatorRoutes(app, context);
    bindOwnRoutes(app, context);
  },
});

/** The business as rpcs answer it. */
export function toMessage({ _id: id, rates, ...settings }: Business) {
  const { name, country, currency, timeZone, active, requireProposal, approvals } = settings;
  const approvalPolicy = approvals?.hasRules ? approvals.version : 0;
  return {
    id,
    name,
    country,
    currency,
    timeZone,
    active,
    requireProposal,
    rates: toRatesMessage(rates),
    approvalPolicy,
  };
}

const newBusinessId = () => newId("biz");

/** `/v1/admin/businesses`. */
function bindOperatorRoutes(app: FastifyInstance, context: AccountsContext): void {
  const { db } = context;
  bindOperatorRoute(app, db, routes.listBusinesses, async ({ query: { limit, cursor, ...filter } }) => {
    const page = await listBusinesses(db, filter, { limit, cursor });
    const sandboxIds = await findSandboxIds(
      db,
      page.items.map(({ _id }) => _id),
    );
    return toRestList(page, (business) => toBusinessReply(business, sandboxIds.get(business._id) ?? null));
  });

  bindOperatorRoute(app, db, routes.getBusiness, async ({ params: { businessId } }) =>
    toBusinessReply(await requireBusiness(db, businessId), await findSandboxId(db, businessId)),
  );

  bindOperatorRoute(app, db, routes.createBusiness, async ({ body, runOnce, setCreated }) => {
    checkBusinessFields(body);
    return runOnce(newBusinessId, async ({ newId: _id, at: createdAt }) => {
      const business = { ...getCountryDefaults(body.country), ...withoutAbsent(body), _id, active: true, createdAt };
      await createBusinessOnce(db, business);
      setCreated(_id);
      return toBusinessReply(business, null);
    });
  });

  bindOperatorRoute(app, db, routes.updateBusiness, async ({ params: { businessId }, body, runOnce }) => {
    checkBusinessFields(body);
    return runOnce(newBusinessId, async () => {
      const changed = await setBusiness(context, businessId, body);
      return toBusinessReply(changed, await findSandboxId(db, businessId));
    });
  });
}

/** `/v1/console/businesses/{businessId}`. */
function bindOwnRoutes(app: FastifyInstance, context: AccountsContext): void {
  const { db } = context;
  bindPersonRoute(app, db, getOwnBusiness, async ({ params: { businessId } }) =>
    toOwnReply(db, await requireBusiness(db, businessId)),
  );
  bindPersonRoute(app, db, updateOwnBusiness, async ({ params: { businessId }, body, runOnce }) => {
    checkBusinessFields(body);
    return runOnce(
      () => businessId,
      async () => {
        return toOwnReply(db, await setBusiness(context, businessId, body));
      },
    );
  });
}

async function toOwnReply(db: Database, business: Business) {
  const { _id, name, country, currency, timeZone, requireProposal, createdAt } = business;
  const sandboxId = await findSandboxId(db, _id);
  return { _id, sandboxId, name, country, currency, timeZone, requireProposal, createdAt: createdAt.toISOString() };
}

function withoutAbsent<T extends object>(given: T): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;
}

async function findSandboxId(db: Database, businessId: string): Promise<string | null> {
  return (await findSandboxOf(db, businessId))?._id ?? null;
}

/** @param sandboxId null until the first test key of the business is created or used */
function toBusinessReply(business: Business, sandboxId: string | null) {
  const { _id, createdAt, approvals: _, ...rest } = business;
  return { _id, sandboxId, ...rest, createdAt: createdAt.toISOString() };
}
