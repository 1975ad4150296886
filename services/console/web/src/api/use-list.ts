import { keepPreviousData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";

/** A page of any list of the REST API. */
export interface ItemPage<Item> {
  items: readonly Item[];
  next_cursor?: string | undefined;
}

export interface ReadPage {
  /** Absent for the first page. */
  cursor?: string | undefined;
  signal: AbortSignal;
}

export interface List<Item> {
  /** Undefined until the server has answered. */
  data: readonly Item[] | undefined;
  error: Error | null;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  /** Makes the read that has failed again, of the next page or of all that are shown. */
  refetch: () => unknown;
}

export interface ReadAgain<Item> {
  /** After how many milliseconds the list is read again, given the last result. */
  refetchMs?: (last: readonly Item[]) => number | false;
  enabled?: boolean;
}

/** A list that is read page by page. The key must contain everything that `read` depends on, the business too. */
export function useList<Item>(
  queryKey: QueryKey,
  read: (page: ReadPage) => PromiseLike<ItemPage<Item>>,
  { enabled = true, refetchMs = () => false }: ReadAgain<Item> = {},
): List<Item> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => await read({ ...(pageParam && { cursor: pageParam }), signal }),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor: next }) => next,
    enabled,
    // While another filter is read, the rows of the last one stay.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refetchMs(listItems(state.data)),
  });
  return {
    data: query.data && listItems(query.data),
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    refetch: query.isFetchNextPageError ? query.fetchNextPage : query.refetch,
  };
}

const listItems = <Item>(data: { pages: readonly ItemPage<Item>[] } | undefined): readonly Item[] =>
  data?.pages.flatMap(({ items }) => items) ?? [];
