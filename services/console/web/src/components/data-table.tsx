import type { ReactNode } from "react";
import type { List } from "../api/use-list.js";
import { useMessages } from "../i18n/messages.js";
import { useFormat } from "../i18n/locale.js";
import { ErrorNotice } from "./error-notice.js";
import { Loaded } from "./loaded.js";
import { type ColumnsProps, Table } from "./table.js";
import { useHeld } from "./use-held.js";

const getRecordId = (item: unknown): string => (item as { _id: string })._id;

interface DataTableProps<Item, Name extends string> extends ColumnsProps<Item, Name> {
  list: List<Item>;
  /** `_id` if it is left out. */
  getId?: (item: Item) => string;
  /** Shown instead of an empty table: what to do next. */
  empty: ReactNode;
}

/** A list of the REST API. */
export function DataTable<Item, Name extends string>({
  list: latest,
  getId = getRecordId,
  empty,
  ...table
}: DataTableProps<Item, Name>) {
  const list = useHeld(latest);
  return (
    <Loaded query={list} empty={empty}>
      {(items) => (
        <>
          <Table {...table} items={items} getId={getId} />
          {list.error && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
          <TableFoot list={list} count={items.length} />
        </>
      )}
    </Loaded>
  );
}

function TableFoot({ list, count }: { list: Omit<List<unknown>, "data">; count: number }) {
  const t = useMessages("components");
  const format = useFormat();
  return (
    <div className="table-foot">
      <span className="note" role="status">
        {(list.hasMore ? t.shown : t.total)(format.number(count))}
      </span>
      {list.hasMore && (
        <button type="button" onClick={list.loadMore} disabled={list.isLoadingMore}>
          {list.isLoadingMore ? t.loadingMore : t.loadMore}
        </button>
      )}
    </div>
  );
}
