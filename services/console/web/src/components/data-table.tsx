import type { ReactNode } from "react";
import type { List } from "../api/use-list.js";
import { useMessages } from "../i18n/messages.js";
import { useFormat } from "../i18n/locale.js";
import { ErrorNotice } from "./error-notice.js";
import { Loaded } from "./loaded.js";
import { useHeld } from "./use-held.js";
// Also for pages whose forms are loaded later.
import "./forms/inputs.css";

export interface Column<Item> {
  header: string;
  cell: (item: Item) => ReactNode;
  /** Numbers stand at the end of their column. */
  align?: "end";
}

interface TableProps<Item> {
  /** What the table lists; read out, and not shown. */
  caption: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  getId: (item: Item) => string;
}

/** On narrow screens each row becomes a card; the roles keep it a table for screen readers. */
export function Table<Item>({ caption, columns, items, getId }: TableProps<Item>) {
  return (
    <div className="table-frame">
      <table role="table">
        <caption className="hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ header, align }) => (
              <th key={header} role="columnheader" scope="col" className={align}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {items.map((item) => (
            <tr key={getId(item)} role="row">
              {columns.map(({ header, cell, align }) => (
                <td key={header} role="cell" data-label={header} className={align}>
                  {cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const getRecordId = (item: unknown): string => (item as { _id: string })._id;

interface DataTableProps<Item> extends Omit<TableProps<Item>, "items" | "getId"> {
  list: List<Item>;
  /** `_id` if it is left out. */
  getId?: (item: Item) => string;
  /** Shown instead of an empty table: what to do next. */
  empty: ReactNode;
}

/** A list of the REST API. */
export function DataTable<Item>({ caption, columns, list: latest, getId = getRecordId, empty }: DataTableProps<Item>) {
  const list = useHeld(latest);
  return (
    <Loaded query={list} empty={empty}>
      {(items) => (
        <>
          <Table caption={caption} columns={columns} items={items} getId={getId} />
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
