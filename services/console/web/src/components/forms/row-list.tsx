import type { ReactNode } from "react";
import { moveUp } from "./rows.rules.js";

interface RowActionsProps<Row> {
  rows: readonly Row[];
  index: number;
  onChange: (rows: Row[]) => void;
  /** What the buttons say to screen readers, with the place of the row. */
  up?: string;
  remove: string;
}

/** Buttons of a row in a form: to move it up, and to remove it. */
export function RowActions<Row>({ rows, index, onChange, up, remove }: RowActionsProps<Row>) {
  return (
    <div className="row-actions">
      {up && index > 0 && (
        <button type="button" aria-label={up} onClick={() => onChange(moveUp(rows, index))}>
          ↑
        </button>
      )}
      <button type="button" aria-label={remove} onClick={() => onChange(rows.toSpliced(index, 1))}>
        ×
      </button>
    </div>
  );
}

export interface RowFieldsProps<Row> {
  row: Row;
  index: number;
  change: (changes: Partial<Row>) => void;
}

interface RowListProps<Row> {
  rows: readonly Row[];
  onChange: (rows: readonly Row[]) => void;
  /** More are not accepted. */
  max: number;
  create: () => Row;
  getKey: (row: Row) => string | number;
  words: {
    add: string;
    up: (place: string) => string;
    remove: (place: string) => string;
    /** Above the fields of a row, where their labels do not name its place. */
    place?: (place: string) => string;
  };
  children: (row: RowFieldsProps<Row>) => ReactNode;
}

/** Rows of fields, in an order that the person gives them. */
export function RowList<Row>({ rows, onChange, max, create, getKey, words, children }: RowListProps<Row>) {
  return (
    <>
      {rows.map((row, index) => {
        const place = String(index + 1);
        const change = (changes: Partial<Row>) => onChange(rows.with(index, { ...row, ...changes }));
        const fields = (
          <>
            {children({ row, index, change })}
            <RowActions
              rows={rows}
              index={index}
              onChange={onChange}
              up={words.up(place)}
              remove={words.remove(place)}
            />
          </>
        );
        return words.place ? (
          <fieldset key={getKey(row)} className="row-fields">
            <legend>{words.place(place)}</legend>
            {fields}
          </fieldset>
        ) : (
          <div key={getKey(row)} className="row-fields">
            {fields}
          </div>
        );
      })}
      {rows.length < max && (
        <button type="button" onClick={() => onChange([...rows, create()])}>
          {words.add}
        </button>
      )}
    </>
  );
}
