import { type Database, newId } from "@tenant-ops/kit/data";
import { quote, Refusal } from "@tenant-ops/kit/errors";
import { parseInput } from "@tenant-ops/kit/http";
import type { FastifyInstance } from "fastify";
import {
  type Business,
  updateBusiness,
  findBusiness,
  insertBusiness,
  listBusinesses,
} from "../auth/businesses.store.js";
import type { KeyDirectory } from "../auth/key-directory.js";
import { findSandboxIds, findSandboxOf } from "../auth/sandboxes.store.js";
import { setCreated } from "./operator-calls.js";
import { getCountryDefaults } from "./countries.js";
import { updateBusinessSchema, listBusinessesSchema, createBusinessSchema } from "./schemas.js";

interface BusinessParams {
  Params: { businessId: string };
}

/** `/v1/admin/businesses`. The caller is the operator. */
export function registerBusinessRoutes(
  app: FastifyInstance,
  { db, directory }: { db: Database; directory: KeyDirectory },
): void {
  app.post("/v1/admin/businesses", async (request, reply) => {
    const given = parseInput(createBusinessSchema, request.body);
    const defaults = getCountryDefaults(given.country);
    const business: Business = {
      _id: newId("biz"),
      name: given.name,
      country: given.country,
      currency: given.currency ?? defaults.currency,
      timeZone: given.timeZone ?? defaults.timeZone,
      requireProposal: given.requireProposal,
      rates: given.rates,
      active: true,
      createdAt: new Date(),
    };
    await insertBusiness(db, business);
    setCreated(request, business._id);
    return reply.status(201).send(toBusinessReply(business, null));
  });

  app.get("/v1/admin/businesses", async (request) => {
    const { limit, cursor } = parseInput(listBusinessesSchema, request.query);
    const found = await listBusinesses(db, cursor, limit);
    const last = found.length === limit ? found.at(-1) : undefined;
    const sandboxIds = await findSandboxIds(
      db,
      found.map(({ _id }) => _id),
    );
    const items = found.map((business) => toBusinessReply(business, sandboxIds.get(business._id) ?? null));
    return { items, ...(last && { next_cursor: last._id }) };
  });

  app.get<BusinessParams>("/v1/admin/businesses/:businessId", async (request) => {
    const { businessId } = request.params;
    return toBusinessReply(await requireBusiness(db, businessId), await findSandboxId(db, businessId));
  });

  app.patch<BusinessParams>("/v1/admin/businesses/:businessId", async (request) => {
    const { businessId } = request.params;
    const changed = await updateBusiness(db, businessId, parseInput(updateBusinessSchema, request.body));
    if (!changed) throw createBusinessNotFound(businessId);
    directory.invalidate();
    return toBusinessReply(changed, await findSandboxId(db, businessId));
  });
}

export async function requireBusiness(db: Database, businessId: string): Promise<Business> {
  const found = await findBusiness(db, businessId);
  if (!found) throw createBusinessNotFound(businessId);
  return found;
}

function createBusinessNotFound(businessId: string): Refusal {
  return new Refusal("business_not_found", `There is no business ${quote(businessId)}.`);
}

async function findSandboxId(db: Database, businessId: string): Promise<string | null> {
  return (await findSandboxOf(db, businessId))?._id ?? null;
}

/** @param sandboxId null until the first test key of the business is created or used */
function toBusinessReply({ _id, ...rest }: Business, sandboxId: string | null) {
  return { businessId: _id, sandboxId, ...rest };
}
