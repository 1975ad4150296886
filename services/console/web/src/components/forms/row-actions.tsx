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
