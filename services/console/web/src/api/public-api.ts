import { type QueryKey, useQuery } from "@tanstack/react-query";
import type { WriteOptions } from "@tenant-ops/client/session";
import { getAreaKey, getQueryKey, useCaller } from "./business.js";
import type { Client } from "./client.js";
import { type ItemPage, type List, type ReadAgain, useList } from "./use-list.js";
import { useWrite } from "./use-write.js";

// How pages call the server: by the name of the operation. Area "console" has the routes about people. A query key is
// [business, area, operation, input].

type Method = (...input: never[]) => unknown;

/** What an operation of the client answers with: `Reply<"supply", "getStock">`. */
export type Reply<Area extends keyof Client, Name extends keyof Client[Area]> = Client[Area][Name] extends Method
  ? Awaited<ReturnType<Client[Area][Name]>>
  : never;

/** What an operation takes. */
export type Input<Area extends keyof Client, Name extends keyof Client[Area]> = Client[Area][Name] extends Method
  ? NonNullable<Parameters<Client[Area][Name]>[0]>
  : never;

/** What a list takes besides the place of its pages. */
type Filters<Area extends keyof Client, Name extends keyof Client[Area]> = Omit<Input<Area, Name>, "limit" | "cursor">;

type Item<Area extends keyof Client, Name extends keyof Client[Area]> =
  Reply<Area, Name> extends { items: readonly (infer Value)[] } ? Value : never;

export interface ReadSettings {
  signal: AbortSignal;
}

interface RecordSettings<Value> {
  /** After how many milliseconds the record is read again, given the last one. */
  refetchMs?: (last: Value | undefined) => number | false;
  /** False for a read that is expensive. */
  refetchOnWindowFocus?: boolean;
  enabled?: boolean;
}

interface ListSettings<Value> extends ReadAgain<Value> {
  /** Items per page; null for a list that has no pages. */
  limit?: number | null;
}

/** For callers that have checked that the input is the operation's. */
export function callOperation(client: Client, area: string, name: PropertyKey, input: unknown, options: object) {
  const areas = client as unknown as Record<string, Record<PropertyKey, (...given: unknown[]) => PromiseLike<unknown>>>;
  return areas[area]?.[name]?.(input, options);
}

/** The answer of one operation. */
export function useRecord<Area extends keyof Client, Name extends keyof Client[Area]>(
  area: Area,
  name: Name,
  input: Input<Area, Name>,
  settings: RecordSettings<Reply<Area, Name>> = {},
) {
  type Value = Reply<Area, Name>;
  const read = async (client: Client, options: ReadSettings) =>
    (await callOperation(client, area, name, input, options)) as Value;
  return useReadBy([area, name, input], read, settings);
}

/** A list. */
export function useRecords<Area extends keyof Client, Name extends keyof Client[Area]>(
  area: Area,
  name: Name,
  filters: Filters<Area, Name>,
  { limit = 50, ...settings }: ListSettings<Item<Area, Name>> = {},
): List<Item<Area, Name>> {
  type Page = ItemPage<Item<Area, Name>>;
  const { client, businessId } = useCaller();
  const input = { ...filters, ...(limit !== null && { limit }) };
  return useList<Item<Area, Name>>(
    // Pages are cached in another form than one answer, so a list has keys of its own.
    getQueryKey([area, name, "pages", input], businessId),
    async ({ cursor, signal }) =>
      (await callOperation(client, area, name, { ...input, ...(cursor && { cursor }) }, { signal })) as Page,
    settings,
  );
}

/** A write; everything that was read of `area` is read again after it. */
export function useChange<Area extends keyof Client, Name extends keyof Client[Area]>(
  area: Area,
  name: Name,
  onDone?: (reply: Reply<Area, Name>) => void,
) {
  const write = async (client: Client, input: Input<Area, Name>, options: WriteOptions) =>
    (await callOperation(client, area, name, input, options)) as Reply<Area, Name>;
  return useChangeBy(area, write, onDone);
}

/** A read of several operations, or of a part of an answer. The key begins with the area, so that writes of the area make it read again. */
export function useReadBy<Value>(
  key: QueryKey,
  read: (client: Client, settings: ReadSettings) => PromiseLike<Value>,
  { refetchMs = () => false, ...settings }: RecordSettings<Value> = {},
) {
  const { client, businessId } = useCaller();
  return useQuery({
    queryKey: getQueryKey(key, businessId),
    queryFn: async ({ signal }) => await read(client, { signal }),
    refetchInterval: ({ state }) => refetchMs(state.data),
    ...settings,
  });
}

/** A write that is more than one operation. */
export function useChangeBy<Value, Answer>(
  area: keyof Client,
  write: (client: Client, input: Value, options: WriteOptions) => Promise<Answer>,
  onDone?: (answer: Answer) => void,
) {
  const { client, businessId } = useCaller();
  return useWrite((input: Value, options) => write(client, input, options), {
    changes: [getAreaKey(area, businessId)],
    ...(onDone && { onDone }),
  });
}
