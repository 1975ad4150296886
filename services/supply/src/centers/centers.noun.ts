import { toListReply } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { SupplyService } from "@tenant-ops/proto/supply";
import * as routes from "@tenant-ops/rest/supply";
import { type Center, requireCenter } from "./centers.rules.js";
import { centerIndexes, findCenter, listCenters } from "./centers.store.js";
import { createCenter, updateCenter } from "./centers.verbs.js";

/** The places that keep products and hand them out. */
export const centers = defineNoun({
  api: SupplyService,
  collections: {
    centers: { indexes: centerIndexes, retention: { kept: "until_deleted" }, personal: "Names of places." },
  },
  verbs: { createCenter, updateCenter },

  rpcs: ({ createCenter }, { scope }) => ({
    listServiceCenters: async ({ limit, cursor }, call) =>
      toListReply(await listCenters(scope(call), { limit, cursor }), toItem),
    proposeServiceCenter: (request, call) => createCenter.preview(call, request),
    createServiceCenter: async (request, call) => {
      const { _id: id, name } = await createCenter(call, request);
      return { id, name, status: "created" };
    },
  }),

  http(app, { createCenter, updateCenter }, { scope }) {
    bindRoute(app, routes.listCenters, async ({ call, query: { type, isActive, search, ...page } }) => {
      const filter = { ...(type && { type }), ...(isActive !== undefined && { isActive }) };
      return toRestList(await listCenters(scope(call), page, filter, search), toReply);
    });
    bindRoute(app, routes.getCenter, async ({ call, params: { id } }) =>
      toReply(requireCenter(await findCenter(scope(call), id), id)),
    );
    bindRoute(app, routes.createCenter, async ({ call, body: { geo, schedule, ...fields } }) => {
      // Without coordinates both are 0, as in the answers of the tool.
      const { latitude: lat, longitude: long } = geo ?? { latitude: 0, longitude: 0 };
      return toReply(await createCenter(call, { ...fields, ...schedule, lat, long }));
    });
    bindRoute(app, routes.updateCenter, async ({ call, params: { id }, body }) =>
      toReply(await updateCenter(call, { id, changes: body })),
    );
  },
});

function toItem(center: Center) {
  const { _id: id, name, address, geo, capacity, schedule, isActive, type } = center;
  return { id, name, address, ...(geo && { geo }), capacity, schedule, isActive, type };
}

function toReply(center: Center) {
  const { _id, name, address, geo, mapsLink, capacity, schedule, countryId, isActive, type, createdAt } = center;
  const where = { address, ...(geo && { geo }), mapsLink, countryId };
  return { _id, name, ...where, capacity, schedule, isActive, type, createdAt: createdAt.toISOString() };
}
