import { Table } from "../../components/data-table.js";
import { Facts } from "../../components/page.js";
import { SafeText } from "../../components/safe-text/safe-text.js";
import { useMessages } from "../../i18n/messages.js";
import {
  type Change,
  type Entry,
  type Fields,
  listColumns,
  type Path,
  readPreview,
  type Rows,
} from "./preview.rules.js";
import { CutList, PreviewValue, useFieldName } from "./preview-value.js";
import "./approvals.css";

interface PreviewViewProps {
  preview: Fields;
  /** Nothing of it is still to come. */
  isEnded?: boolean;
}

/** What a write would do or has done: what changes from what to what, and what else the preview says, without its ids (`usePreviewIds`). */
export function PreviewView({ preview, isEnded = false }: PreviewViewProps) {
  const { page: t } = useMessages("approvals");
  const { changes, entries, tables, isUpdate } = readPreview(preview);
  const values = entries.length > 0 && <Entries entries={entries} />;
  return (
    <div className="stack">
      {changes.length > 0 && (
        <ChangesTable
          caption={t.effect}
          changes={changes}
          headers={isEnded ? [t.earlier, t.later] : [t.before, t.after]}
        />
      )}
      {isUpdate && values ? (
        <details className="card">
          <summary>{t.staysSame}</summary>
          {values}
        </details>
      ) : (
        values
      )}
      {tables.map(({ path, rows }) => (
        <RowsTable key={path.join(".")} path={path} rows={rows} />
      ))}
    </div>
  );
}

/** Names and values for `ForDevelopers`. */
export function usePreviewIds(preview: Fields): [name: string, value: string][] {
  const nameField = useFieldName();
  return readPreview(preview).ids.map(({ path, value }) => [nameField(path), String(value)]);
}

function FieldName({ path }: { path: Path }) {
  return <SafeText text={useFieldName()(path)} />;
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <Facts
      values={entries.map(({ path, value }) => ({
        name: <FieldName path={path} />,
        value: <PreviewValue name={path.at(-1) ?? ""} value={value} />,
      }))}
    />
  );
}

interface ChangesTableProps {
  caption: string;
  changes: readonly Change[];
  /** Over the values before and after. */
  headers: readonly [string, string];
}

export function ChangesTable({ caption, changes, headers: [before, after] }: ChangesTableProps) {
  const { page: t } = useMessages("approvals");
  const last = ({ path }: Change) => path.at(-1) ?? "";
  return (
    <CutList items={changes}>
      {(shown) => (
        <Table
          caption={caption}
          items={shown}
          getId={({ path }) => path.join(".")}
          columns={[
            { header: t.field, cell: ({ path }) => <FieldName path={path} /> },
            { header: before, cell: (change) => <PreviewValue name={last(change)} value={change.before} /> },
            {
              header: after,
              cell: (change) => (
                <strong>
                  <PreviewValue name={last(change)} value={change.after} />
                </strong>
              ),
            },
          ]}
        />
      )}
    </CutList>
  );
}

interface NumberedRow {
  fields: Fields;
  index: number;
}

function RowsTable({ path, rows }: Rows) {
  const nameField = useFieldName();
  const columns = listColumns(rows);
  const numbered: readonly NumberedRow[] = rows.map((fields, index) => ({ fields, index }));
  return (
    <section className="stack">
      <h3>
        <FieldName path={path} />
      </h3>
      <CutList items={numbered}>
        {(shown) => (
          <Table
            caption={nameField(path)}
            items={shown}
            getId={({ index }) => String(index)}
            columns={columns.map((name) => ({
              header: nameField([name]),
              cell: ({ fields }: NumberedRow) => <PreviewValue name={name} value={fields[name]} />,
            }))}
          />
        )}
      </CutList>
    </section>
  );
}
