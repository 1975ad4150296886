import type { QueryKey } from "@tanstack/react-query";
import type { Client } from "./client.js";
import { callOperation, type Input, type ReadSettings, type Reply, useReadBy } from "./public-api.js";
import type { ItemPage } from "./use-list.js";

/** A record as a choice shows it. */
export interface RecordOption {
  id: string;
  label: string;
}

export interface RecordOptions {
  options: readonly RecordOption[];
  /** Whether more records have these words. */
  hasMore: boolean;
}

/** Where the records of a choice come from: the server searches, so a list may have any length. */
export interface RecordSource {
  key: QueryKey;
  find: (client: Client, search: string, settings: ReadSettings) => Promise<RecordOptions>;
  read: (client: Client, id: string, settings: ReadSettings) => Promise<RecordOption>;
}

/** Longer lists are narrowed by more letters. */
const limit = 20;

interface SourceSettings<Item, Filters> {
  /** The field by which people know the record. */
  label?: keyof Item & string;
  /** What else the list takes. */
  filters?: Partial<Filters>;
}

type Found = Readonly<Record<string, string>> & { _id: string };

/** Records that the operation `list` searches by name, and `get` reads by id. */
function defineSource<Area extends keyof Client, List extends keyof Client[Area], Get extends keyof Client[Area]>(
  area: Area,
  list: List,
  get: Get,
  { label, filters = {} }: SourceSettings<Reply<Area, Get>, Input<Area, List>> = {},
): RecordSource {
  const toOption = (record: Found): RecordOption => ({ id: record._id, label: record[label ?? "name"] ?? "" });
  return {
    key: [area, list, filters],
    find: async (client, search, settings) => {
      const page = await callOperation(client, area, list, { ...filters, search, limit }, settings);
      const { items, next_cursor: next } = page as ItemPage<Found>;
      return { options: items.map(toOption), hasMore: next !== undefined };
    },
    read: async (client, id, settings) => toOption((await callOperation(client, area, get, { id }, settings)) as Found),
  };
}

export const productSource = defineSource("supply", "listStocks", "getStock", { label: "productName" });
export const centerSource = defineSource("supply", "listCenters", "getCenter");
export const openCenterSource = defineSource("supply", "listCenters", "getCenter", { filters: { isActive: "true" } });
export const courseSource = defineSource("learning", "listCourses", "getCourse", { label: "title" });
export const rouletteSource = defineSource("roulettes", "listRoulettes", "getRoulette");
/** Items that may be a prize. */
export const rewardSource = defineSource("roulettes", "listRouletteItems", "getRouletteItem", {
  filters: { enabled_in_rewards: "true" },
});
export const surveySource = defineSource("flows", "listTargets", "getTarget", { filters: { kind: "survey" } });
export const eventSource = defineSource("flows", "listTargets", "getTarget", { filters: { kind: "event" } });

/** The records whose name has the words of `search`. */
export const useRecordOptions = (source: RecordSource, search: string, enabled: boolean) =>
  useReadBy([...source.key, "options", search], (client, settings) => source.find(client, search, settings), {
    enabled,
  });

export const getChosenKey = ({ key }: RecordSource, id: string): QueryKey => [...key, "chosen", id];

/** The chosen record, for its name. */
export const useChosenRecord = (source: RecordSource, id: string) =>
  useReadBy(getChosenKey(source, id), (client, settings) => source.read(client, id, settings), { enabled: id !== "" });
