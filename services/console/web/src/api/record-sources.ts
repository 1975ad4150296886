import type { QueryKey } from "@tanstack/react-query";
import type { Client } from "./client.js";
import { type ReadSettings, useReadBy } from "./public-api.js";
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

interface SourceReads<Item> {
  find: (
    client: Client,
    input: { search: string; limit: number },
    settings: ReadSettings,
  ) => PromiseLike<ItemPage<Item>>;
  read: (client: Client, id: string, settings: ReadSettings) => PromiseLike<Item>;
}

/** Longer lists are narrowed by more letters. */
const limit = 20;

function defineSource<Item extends { _id: string }>(
  key: QueryKey,
  reads: SourceReads<Item>,
  getLabel: (item: Item) => string,
): RecordSource {
  const toOption = (item: Item): RecordOption => ({ id: item._id, label: getLabel(item) });
  return {
    key,
    find: async (client, search, settings) => {
      const { items, next_cursor: next } = await reads.find(client, { search, limit }, settings);
      return { options: items.map(toOption), hasMore: next !== undefined };
    },
    read: async (client, id, settings) => toOption(await reads.read(client, id, settings)),
  };
}

type Named = { _id: string; name: string };
const getName = ({ name }: Named) => name;

export const productSource = defineSource(
  ["supply", "stocks"],
  {
    find: ({ supply }, input, settings) => supply.listStocks(input, settings),
    read: ({ supply }, id, settings) => supply.getStock({ id }, settings),
  },
  ({ productName }: { _id: string; productName: string }) => productName,
);

const readCenter: SourceReads<Named>["read"] = ({ supply }, id, settings) => supply.getCenter({ id }, settings);

export const centerSource = defineSource<Named>(
  ["supply", "centers"],
  { find: ({ supply }, input, settings) => supply.listCenters(input, settings), read: readCenter },
  getName,
);

export const openCenterSource = defineSource<Named>(
  ["supply", "centers", "open"],
  {
    find: ({ supply }, input, settings) => supply.listCenters({ ...input, isActive: "true" }, settings),
    read: readCenter,
  },
  getName,
);

export const courseSource = defineSource(
  ["learning", "courses"],
  {
    find: ({ learning }, input, settings) => learning.listCourses(input, settings),
    read: ({ learning }, id, settings) => learning.getCourse({ id }, settings),
  },
  ({ title }: { _id: string; title: string }) => title,
);

export const rouletteSource = defineSource<Named>(
  ["roulettes", "all"],
  {
    find: ({ roulettes }, input, settings) => roulettes.listRoulettes(input, settings),
    read: ({ roulettes }, id, settings) => roulettes.getRoulette({ id }, settings),
  },
  getName,
);

/** Items that may be a prize. */
export const rewardSource = defineSource<Named>(
  ["roulettes", "items", "rewards"],
  {
    find: ({ roulettes }, input, settings) =>
      roulettes.listRouletteItems({ ...input, enabled_in_rewards: "true" }, settings),
    read: ({ roulettes }, id, settings) => roulettes.getRouletteItem({ id }, settings),
  },
  getName,
);

const defineTargetSource = (kind: "survey" | "event") =>
  defineSource<Named>(
    ["flows", "targets", kind],
    {
      find: ({ flows }, input, settings) => flows.listTargets({ ...input, kind }, settings),
      read: ({ flows }, id, settings) => flows.getTarget({ id }, settings),
    },
    getName,
  );

export const surveySource = defineTargetSource("survey");
export const eventSource = defineTargetSource("event");

/** The records whose name has the words of `search`. */
export const useRecordOptions = (source: RecordSource, search: string, enabled: boolean) =>
  useReadBy([...source.key, "options", search], (client, settings) => source.find(client, search, settings), {
    enabled,
  });

export const getChosenKey = ({ key }: RecordSource, id: string): QueryKey => [...key, "chosen", id];

/** The chosen record, for its name. */
export const useChosenRecord = (source: RecordSource, id: string) =>
  useReadBy(getChosenKey(source, id), (client, settings) => source.read(client, id, settings), { enabled: id !== "" });
