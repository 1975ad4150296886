import { type QueryKey, useInfiniteQuery } from "@tanstack/react-query";

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
  items: readonly Item[];
  error: Error | null;
  isLoading: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  reload: () => void;
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
    refetchInterval: ({ state }) => refetchMs(listItems(state.data)),
  });
  return {
    items: listItems(query.data),
    error: query.error,
    isLoading: query.isLoading,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    reload: () => void query.refetch(),
  };
}

const listItems = <Item>(data: { pages: readonly ItemPage<Item>[] } | undefined): readonly Item[] =>
  data?.pages.flatMap(({ items }) => items) ?? [];
