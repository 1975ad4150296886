import type { ReactNode } from "react";
import type { List } from "../api/use-list.js";
import { useMessages } from "../i18n/messages.js";
import { useFormat } from "../i18n/locale.js";
import { ErrorNotice } from "./error-notice.js";
import { Loaded } from "./loaded.js";
import { useHeld } from "./use-held.js";
// Also for pages whose forms are loaded later.
import "./forms/inputs.css";

type Cell<Item> = (item: Item) => ReactNode;

/** Numbers are formatted, and stand at the end of their column; so do texts of numbers, with `align`. */
export type Column<Item> = Cell<Item> | { cell: Cell<Item>; align: "end" };

/** In their order, by the names of their headers. Columns that are false are left out. */
export type Columns<Item, Name extends string = string> = { readonly [Key in Name]: Column<Item> | false };

interface ColumnsProps<Item, Name extends string> {
  words: {
    /** What the table lists; read out, and not shown. */
    caption: string;
    /** The headers. */
    fields: Readonly<Record<NoInfer<Name>, string>>;
  };
  columns: Columns<Item, Name>;
  /** Buttons, in a last column. */
  actions?: Cell<Item> | false | undefined;
}

interface TableProps<Item, Name extends string> extends ColumnsProps<Item, Name> {
  items: readonly Item[];
  getId: (item: Item) => string;
}

/** On narrow screens each row becomes a card; the roles keep it a table for screen readers. */
export function Table<Item, Name extends string>({ words, columns, actions, items, getId }: TableProps<Item, Name>) {
  const common = useMessages("components");
  const { number } = useFormat();
  const shown = [
    ...listColumns(columns, words.fields),
    ...(actions ? [{ header: common.actions, cell: actions }] : []),
  ].map(({ cell, align, ...column }) => {
    const values = items.map(cell);
    const className = align ?? (values.some((value) => typeof value === "number") ? "end" : undefined);
    return { ...column, className, cells: values.map((value) => (typeof value === "number" ? number(value) : value)) };
  });
  return (
    <div className="table-frame">
      <table role="table">
        <caption className="hidden">{words.caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {shown.map(({ header, className }) => (
              <th key={header} role="columnheader" scope="col" className={className}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {items.map((item, index) => (
            <tr key={getId(item)} role="row">
              {shown.map(({ header, className, cells }) => (
                <td key={header} role="cell" data-label={header} className={className}>
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ShownColumn<Item> {
  header: string;
  cell: Cell<Item>;
  align?: "end";
}

function listColumns<Item>(columns: Columns<Item>, headers: Readonly<Record<string, string>>): ShownColumn<Item>[] {
  return Object.entries(columns).flatMap(([name, column]) => {
    if (column === false) return [];
    const header = headers[name] ?? name;
    return typeof column === "function" ? { header, cell: column } : { header, ...column };
  });
}

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
