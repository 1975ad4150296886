import type { ReactNode } from "react";
import type { List } from "../api/use-list.js";
import { useMessages } from "../i18n/messages.js";
import { useFormat } from "../i18n/locale.js";
import { ErrorNotice } from "./error-notice.js";
// Also for pages whose forms are loaded later.
import "./forms/inputs.css";

export interface Column<Item> {
  header: string;
  cell: (item: Item) => ReactNode;
  /** Numbers stand at the end of their column. */
  align?: "end";
}

interface DataTableProps<Item> {
  /** What the table lists; read out, and not shown. */
  caption: string;
  columns: readonly Column<Item>[];
  list: List<Item>;
  getId: (item: Item) => string;
  /** Shown instead of an empty table: what to do next. */
  empty: ReactNode;
}

/** A list of the REST API. On narrow screens each row becomes a card; the roles keep it a table for screen readers. */
export function DataTable<Item>({ caption, columns, list, getId, empty }: DataTableProps<Item>) {
  const t = useMessages("components");
  if (list.error && list.items.length === 0) return <ErrorNotice error={list.error} onRetry={list.reload} />;
  if (list.isLoading) return <Loading />;
  if (list.items.length === 0) return empty;
  return (
    <>
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
            {list.items.map((item) => (
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
      {list.error && <ErrorNotice error={list.error} onRetry={list.loadMore} />}
      <TableFoot list={list} more={t.loadMore} loading={t.loadingMore} />
    </>
  );
}

function TableFoot<Item>({ list, more, loading }: { list: List<Item>; more: string; loading: string }) {
  const t = useMessages("components");
  const format = useFormat();
  return (
    <div className="table-foot">
      <span className="note" role="status">
        {t.shown(format.number(list.items.length))}
      </span>
      {list.hasMore && (
        <button type="button" onClick={list.loadMore} disabled={list.isLoadingMore}>
          {list.isLoadingMore ? loading : more}
        </button>
      )}
    </div>
  );
}

export function Loading() {
  const t = useMessages("components");
  return (
    <p className="loading" role="status">
      {t.loading}
    </p>
  );
}
