import { type Input, type Reply, useChange, useRecord, useRecords } from "../../api/public-api.js";

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

type Filters<Name extends "listRoulettes" | "listRouletteItems" | "listPrizes"> = Omit<
  Input<"roulettes", Name>,
  "limit" | "cursor"
>;

export const useRoulettes = (filters: Filters<"listRoulettes">) =>
  useRecords(["roulettes", "all"], filters, ({ roulettes }, input, settings) =>
    roulettes.listRoulettes(input, settings),
  );

export const useRoulette = (id: string) =>
  useRecord(["roulettes", "one", id], ({ roulettes }, settings) => roulettes.getRoulette({ id }, settings));

export const useSpins = (id: string, filters: Omit<Input<"roulettes", "listSpins">, "id" | "limit" | "cursor">) =>
  useRecords(["roulettes", "one", id, "spins"], filters, ({ roulettes }, input, settings) =>
    roulettes.listSpins({ id, ...input }, settings),
  );

export const useItems = (filters: Filters<"listRouletteItems">) =>
  useRecords(["roulettes", "items"], filters, ({ roulettes }, input, settings) =>
    roulettes.listRouletteItems(input, settings),
  );

export const useItem = (id: string) =>
  useRecord(["roulettes", "items", id], ({ roulettes }, settings) => roulettes.getRouletteItem({ id }, settings));

export const usePrizes = (filters: Filters<"listPrizes">) =>
  useRecords(["roulettes", "prizes"], filters, ({ roulettes }, input, settings) =>
    roulettes.listPrizes(input, settings),
  );

/** The prize with this code; null: there is none. An empty code asks for nothing. */
export const usePrizeOfCode = (code: string) =>
  useRecord(
    ["roulettes", "prizes", "code", code],
    async ({ roulettes }, settings) => (await roulettes.listPrizes({ code, limit: 1 }, settings)).items[0] ?? null,
    { enabled: code !== "" },
  );

/** The official types, which are the same for every business. */
export const useCatalogue = () =>
  useRecord(["roulettes", "catalogue"], async ({ roulettes }, settings): Promise<Catalogue> => {
    const all = { limit: 500 };
    const [gifts, types] = await Promise.all([
      roulettes.listGiftTypes(all, settings),
      roulettes.listRouletteTypes(all, settings),
    ]);
    return { gifts: gifts.items, roulettes: types.items };
  });

export const useCreateRoulette = (onDone: (roulette: Roulette) => void) =>
  useChange(
    "roulettes",
    ({ roulettes }, input: Input<"roulettes", "createRoulette">, options) => roulettes.createRoulette(input, options),
    onDone,
  );

export const useAddGiftUnits = (onDone: (roulette: Roulette) => void) =>
  useChange(
    "roulettes",
    ({ roulettes }, input: Input<"roulettes", "addGiftUnits">, options) => roulettes.addGiftUnits(input, options),
    onDone,
  );

export const useUpdateRoulette = (onDone: (roulette: Roulette) => void) =>
  useChange(
    "roulettes",
    ({ roulettes }, input: Input<"roulettes", "updateRoulette">, options) => roulettes.updateRoulette(input, options),
    onDone,
  );

export const useCreateItem = (onDone: () => void) =>
  useChange(
    "roulettes",
    ({ roulettes }, input: Input<"roulettes", "createRouletteItem">, options) =>
      roulettes.createRouletteItem(input, options),
    onDone,
  );

export const useUpdateItem = (onDone: () => void) =>
  useChange(
    "roulettes",
    ({ roulettes }, input: Input<"roulettes", "updateRouletteItem">, options) =>
      roulettes.updateRouletteItem(input, options),
    onDone,
  );

export const useAddItemStock = (onDone: (item: Item) => void) =>
  useChange(
    "roulettes",
    ({ roulettes }, input: Input<"roulettes", "addRouletteItemStock">, options) =>
      roulettes.addRouletteItemStock(input, options),
    onDone,
  );

export const useClaimPrize = (onDone: (prize: Reply<"roulettes", "claimPrize">) => void) =>
  useChange("roulettes", ({ roulettes }, id: string, options) => roulettes.claimPrize({ id }, options), onDone);
