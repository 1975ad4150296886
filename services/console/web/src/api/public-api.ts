import { type QueryKey, useQuery } from "@tanstack/react-query";
import type { WriteOptions } from "@tenant-ops/client/session";
import { type BusinessAccess, useBusiness } from "./business.js";
import { type ItemPage, type List, type ReadAgain, useList } from "./use-list.js";
import { useWrite } from "./use-write.js";

// How the pages of the areas call the public API. Query keys begin with the area; these functions prepend the business.

type Client = BusinessAccess["client"];
type Operation = (...input: never[]) => unknown;

/** What an operation of the client answers with: `Reply<"supply", "getStock">`. */
export type Reply<Area extends keyof Client, Name extends keyof Client[Area]> = Client[Area][Name] extends Operation
  ? Awaited<ReturnType<Client[Area][Name]>>
  : never;

/** What an operation takes. */
export type Input<Area extends keyof Client, Name extends keyof Client[Area]> = Client[Area][Name] extends Operation
  ? NonNullable<Parameters<Client[Area][Name]>[0]>
  : never;

export interface ReadSettings {
  signal: AbortSignal;
}

interface RecordSettings<Value> {
  /** After how many milliseconds the record is read again, given the last one. */
  refetchMs?: (last: Value | undefined) => number | false;
  enabled?: boolean;
}

interface ListSettings<Item> extends ReadAgain<Item> {
  limit?: number;
}

/** One record. */
export function useRecord<Value>(
  key: QueryKey,
  read: (client: Client, settings: ReadSettings) => PromiseLike<Value>,
  { refetchMs = () => false, enabled = true }: RecordSettings<Value> = {},
) {
  const { client, business } = useBusiness();
  return useQuery({
    queryKey: [business._id, ...key],
    queryFn: async ({ signal }) => await read(client, { signal }),
    refetchInterval: ({ state }) => refetchMs(state.data),
    enabled,
  });
}

/** A list. `filters` become a part of the key. */
export function useRecords<Item, Filters extends object>(
  key: QueryKey,
  filters: Filters,
  read: (
    client: Client,
    input: Filters & { limit: number; cursor?: string },
    settings: ReadSettings,
  ) => PromiseLike<ItemPage<Item>>,
  { limit = 50, ...settings }: ListSettings<Item> = {},
): List<Item> {
  const { client, business } = useBusiness();
  return useList<Item>(
    [business._id, ...key, "list", filters],
    ({ cursor, signal }) => read(client, { ...filters, limit, ...(cursor && { cursor }) }, { signal }),
    settings,
  );
}

/** A write; everything that was read of `area` is read again after it. */
export function useChange<Value, Answer>(
  area: keyof Client,
  write: (client: Client, input: Value, options: WriteOptions) => Promise<Answer>,
  onDone?: (answer: Answer) => void,
) {
  const { client, business } = useBusiness();
  return useWrite((input: Value, options) => write(client, input, options), {
    changes: [[business._id, area]],
    ...(onDone && { onDone }),
  });
}
