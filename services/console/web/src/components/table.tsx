import type { ReactNode } from "react";
import { useFormat } from "../i18n/locale.js";
import { useMessages } from "../i18n/messages.js";
// Also for pages whose forms are loaded later.
import "./forms/inputs.css";

type Cell<Item> = (item: Item) => ReactNode;

/** Numbers are formatted, and stand at the end of their column; so do texts of numbers, with `align`. */
export type Column<Item> = Cell<Item> | { cell: Cell<Item>; align: "end" };

/** In their order, by the names of their headers. Columns that are false are left out. */
export type Columns<Item, Name extends string = string> = { readonly [Key in Name]: Column<Item> | false };

export interface ColumnsProps<Item, Name extends string> {
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
  const { number } = useFormat();
  const headers: Readonly<Record<string, string>> = { actions: useMessages("components").actions, ...words.fields };
  const shown = Object.entries<Column<Item> | false | undefined>({ ...columns, actions }).flatMap(([name, column]) => {
    if (!column) return [];
    const { cell, align } = typeof column === "function" ? { cell: column, align: undefined } : column;
    const values = items.map(cell);
    const className = align ?? (values.some((value) => typeof value === "number") ? "end" : undefined);
    const cells = values.map((value) => (typeof value === "number" ? number(value) : value));
    return { header: headers[name], className, cells };
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
