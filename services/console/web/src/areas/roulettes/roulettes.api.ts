import { type Reply, useReadBy } from "../../api/public-api.js";

export type Roulette = Reply<"roulettes", "getRoulette">;
export type RouletteSummary = Reply<"roulettes", "listRoulettes">["items"][number];
export type Gift = Roulette["gifts"][number];
export type Item = Reply<"roulettes", "getRouletteItem">;
export type Spin = Reply<"roulettes", "getSpin">;
export type Catalogue = {
  gifts: readonly { _id: string; name: string }[];
  roulettes: readonly { _id: number; name: string }[];
};
export type Prize = Reply<"roulettes", "getPrize">;

/** The prize with this code; null: there is none. An empty code asks for nothing. */
export const usePrizeOfCode = (code: string) =>
  useReadBy(
    ["roulettes", "prizes", "code", code],
    async ({ roulettes }, settings) => (await roulettes.listPrizes({ code, limit: 1 }, settings)).items[0] ?? null,
    { enabled: code !== "" },
  );

/** The official types, which are the same for every business. */
export const useCatalogue = () =>
  useReadBy(["roulettes", "catalogue"], async ({ roulettes }, settings): Promise<Catalogue> => {
    const all = { limit: 500 };
    const [gifts, types] = await Promise.all([
      roulettes.listGiftTypes(all, settings),
      roulettes.listRouletteTypes(all, settings),
    ]);
    return { gifts: gifts.items, roulettes: types.items };
  });
