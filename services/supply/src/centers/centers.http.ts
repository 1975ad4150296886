import type { Database, Quota } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import {
  createCenter,
  getCenter,
  listCenters as listCentersRoute,
  updateCenter as updateCenterRoute,
} from "@tenant-ops/rest/supply";
import type { FastifyInstance } from "fastify";
import { planCenter, planCenterUpdate, requireCenter } from "./centers.rules.js";
import { type Center, findCenter, insertCenter, listCenters, updateCenter } from "./centers.store.js";

/** REST routes of the places that keep products and hand them out. */
export function centerHttp(app: FastifyInstance, db: Database, quota: Quota): void {
  bindRoute(app, listCentersRoute, async ({ call, query: { type, isActive, search, ...page } }) => {
    const filter = { ...(type && { type }), ...(isActive !== undefined && { isActive }) };
    return toRestList(await listCenters(db.scope(call), page, filter, search), toReply);
  });

  bindRoute(app, getCenter, async ({ call, params: { id } }) =>
    toReply(requireCenter(await findCenter(db.scope(call), id), id)),
  );

  bindRoute(app, createCenter, ({ call, body: { geo, schedule, ...fields } }) =>
    db.transaction(call, async (scope) => {
      // Without coordinates both are 0, as in the answers of the tool.
      const { latitude: lat, longitude: long } = geo ?? { latitude: 0, longitude: 0 };
      const planned = planCenter({ ...fields, ...schedule, lat, long }, call);
      await quota.claim(scope);
      return toReply(await insertCenter(scope, planned));
    }),
  );

  bindRoute(app, updateCenterRoute, ({ call, params: { id }, body }) =>
    db.transaction(call, async (scope) => {
      const planned = planCenterUpdate(requireCenter(await findCenter(scope, id), id), body);
      await updateCenter(scope, planned);
      return toReply(planned);
    }),
  );
}

function toReply(center: Center) {
  const { _id, name, address, geo, mapsLink, capacity, schedule, countryId, isActive, type, createdAt } = center;
  const where = { address, ...(geo && { geo }), mapsLink, countryId };
  return { _id, name, ...where, capacity, schedule, isActive, type, createdAt: createdAt.toISOString() };
}
