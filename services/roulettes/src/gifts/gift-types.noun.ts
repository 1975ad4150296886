import { sliceToPage } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import type { VerbContext } from "@tenant-ops/kit/verbs";
import * as routes from "@tenant-ops/rest/roulettes";
import { findCatalogue } from "./gift-types.store.js";

const catalogue = {
  indexes: [],
  retention: { kept: "until_deleted" },
  ofBusiness: "none",
  personal: "A catalogue of the mesh, without a business.",
} as const;

/** The official types of gifts and of roulettes. */
export const giftTypes = defineNoun({
  collections: { giftTypes: catalogue, rouletteTypes: catalogue },

  http(app, _, { db }: VerbContext) {
    bindRoute(app, routes.listGiftTypes, async ({ query }) => {
      const { giftTypes } = await findCatalogue(db);
      return toRestList(sliceToPage("gift types", giftTypes, query), ({ _id, name, meaning }) => ({
        _id,
        name,
        meaning,
      }));
    });
    bindRoute(app, routes.listRouletteTypes, async ({ query }) => {
      const { rouletteTypes } = await findCatalogue(db);
      return toRestList(
        sliceToPage("roulette types", rouletteTypes, query),
        ({ id: _id, name, supportsExpiry, meaning }) => ({ _id, name, supportsExpiry, meaning }),
      );
    });
  },
});
