import { type Database, newId } from "@tenant-ops/kit/data";
import { quote, Refusal } from "@tenant-ops/kit/errors";
import { parseInput } from "@tenant-ops/kit/http";
import type { FastifyInstance } from "fastify";
import {
  type Business,
  changeBusiness,
  findBusiness,
  insertBusiness,
  listBusinesses,
} from "../auth/businesses.store.js";
import type { KeyDirectory } from "../auth/key-directory.js";
import { standardOf } from "./countries.js";
import { businessChange, businessPage, newBusiness } from "./fields.js";

interface InBusiness {
  Params: { businessId: string };
}

/** `/v1/admin/businesses`. Only the operator gets here. */
export function businessRoutes(
  app: FastifyInstance,
  { db, directory }: { db: Database; directory: KeyDirectory },
): void {
  app.post("/v1/admin/businesses", async (request, reply) => {
    const given = parseInput(newBusiness, request.body);
    const standard = standardOf(given.country);
    const business: Business = {
      _id: newId("biz"),
      name: given.name,
      country: given.country,
      currency: given.currency ?? standard.currency,
      timeZone: given.timeZone ?? standard.timeZone,
      requireProposal: given.requireProposal,
      rates: given.rates,
      active: true,
      createdAt: new Date(),
    };
    await insertBusiness(db, business);
    return reply.status(201).send(shown(business));
  });

  app.get("/v1/admin/businesses", async (request) => {
    const { limit, cursor } = parseInput(businessPage, request.query);
    const found = await listBusinesses(db, cursor, limit);
    const last = found.length === limit ? found.at(-1) : undefined;
    return { items: found.map(shown), ...(last && { next_cursor: last._id }) };
  });

  app.get<InBusiness>("/v1/admin/businesses/:businessId", async (request) =>
    shown(await requireBusiness(db, request.params.businessId)),
  );

  app.patch<InBusiness>("/v1/admin/businesses/:businessId", async (request) => {
    const { businessId } = request.params;
    const changed = await changeBusiness(db, businessId, parseInput(businessChange, request.body));
    if (!changed) throw noBusiness(businessId);
    directory.changed();
    return shown(changed);
  });
}

export async function requireBusiness(db: Database, businessId: string): Promise<Business> {
  const found = await findBusiness(db, businessId);
  if (!found) throw noBusiness(businessId);
  return found;
}

function noBusiness(businessId: string): Refusal {
  return new Refusal("business_not_found", `There is no business ${quote(businessId)}.`);
}

function shown({ _id, ...rest }: Business) {
  return { businessId: _id, ...rest };
}
