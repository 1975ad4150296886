import { type Database, sliceToPage } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import { listGiftTypes, listRouletteTypes } from "@tenant-ops/rest/roulettes";
import type { FastifyInstance } from "fastify";
import { findCatalogue } from "./gift-types.store.js";

/** REST routes of the official types. */
export function giftTypeHttp(app: FastifyInstance, db: Database): void {
  bindRoute(app, listGiftTypes, async ({ query }) => {
    const { giftTypes } = await findCatalogue(db);
    return toRestList(sliceToPage("gift types", giftTypes, query), ({ _id, name, meaning }) => ({
      _id,
      name,
      meaning,
    }));
  });

  bindRoute(app, listRouletteTypes, async ({ query }) => {
    const { rouletteTypes } = await findCatalogue(db);
    const toReply = ({ id, name, supportsExpiry, meaning }: (typeof rouletteTypes)[number]) => ({
      _id: id,
      name,
      supportsExpiry,
      meaning,
    });
    return toRestList(sliceToPage("roulette types", rouletteTypes, query), toReply);
  });
}
