import { type Database, isDuplicateKeyError, newId } from "@tenant-ops/kit/data";
import { toRestList } from "@tenant-ops/kit/http";
import {
  createBusiness,
  getBusiness,
  listBusinesses as listBusinessesRoute,
  updateBusiness as updateBusinessRoute,
} from "@tenant-ops/rest/gateway";
import type { FastifyInstance } from "fastify";
import { checkBusinessFields, getCountryDefaults } from "../accounts/field-checks.js";
import { createBusinessNotFound, requireBusiness } from "../accounts/key-actions.js";
import { type Business, updateBusiness, insertBusiness, listBusinesses } from "../auth/businesses.store.js";
import type { KeyDirectory } from "../auth/key-directory.js";
import { findSandboxIds, findSandboxOf } from "../auth/sandboxes.store.js";
import { bindOperatorRoute, type OperatorRouteOptions } from "./bind-operator-route.js";

export interface BusinessRouteOptions extends OperatorRouteOptions {
  directory: KeyDirectory;
}

const newBusinessId = () => newId("biz");

/** `/v1/admin/businesses`. The caller is the operator. */
export function businessRoutes(app: FastifyInstance, options: BusinessRouteOptions): void {
  const { db, directory } = options;

  bindOperatorRoute(app, options, listBusinessesRoute, async ({ query: { limit, cursor, ...filter } }) => {
    const page = await listBusinesses(db, filter, { limit, cursor });
    const sandboxIds = await findSandboxIds(
      db,
      page.items.map(({ _id }) => _id),
    );
    return toRestList(page, (business) => toBusinessReply(business, sandboxIds.get(business._id) ?? null));
  });

  bindOperatorRoute(app, options, getBusiness, async ({ params: { businessId } }) =>
    toBusinessReply(await requireBusiness(db, businessId), await findSandboxId(db, businessId)),
  );

  bindOperatorRoute(app, options, createBusiness, async ({ body, runOnce, setCreated }) => {
    checkBusinessFields(body);
    return runOnce(newBusinessId, async ({ newId: _id, at: createdAt }) => {
      const business = { ...getCountryDefaults(body.country), ...withoutAbsent(body), _id, active: true, createdAt };
      await insertOrFind(db, business);
      setCreated(_id);
      return toBusinessReply(business, null);
    });
  });

  bindOperatorRoute(app, options, updateBusinessRoute, async ({ params: { businessId }, body, runOnce }) => {
    checkBusinessFields(body);
    return runOnce(newBusinessId, async () => {
      const changed = await updateBusiness(db, businessId, body);
      if (!changed) throw createBusinessNotFound(businessId);
      directory.invalidate({ businessId });
      return toBusinessReply(changed, await findSandboxId(db, businessId));
    });
  });
}

/** A repeat after a crash finds the business that the first attempt inserted. */
async function insertOrFind(db: Database, business: Business): Promise<void> {
  await insertBusiness(db, business).catch((error: unknown) => {
    if (!isDuplicateKeyError(error, "_id")) throw error;
  });
}

function withoutAbsent<T extends object>(given: T): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;
}

async function findSandboxId(db: Database, businessId: string): Promise<string | null> {
  return (await findSandboxOf(db, businessId))?._id ?? null;
}

/** @param sandboxId null until the first test key of the business is created or used */
function toBusinessReply({ _id, createdAt, ...rest }: Business, sandboxId: string | null) {
  return { _id, sandboxId, ...rest, createdAt: createdAt.toISOString() };
}
