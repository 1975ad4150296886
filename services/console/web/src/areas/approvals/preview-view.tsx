import { Table } from "../../components/table.js";
import { FactList } from "../../components/page.js";
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
          headers={isEnded ? [t.fields.earlier, t.fields.later] : [t.fields.before, t.fields.after]}
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
    <FactList
      facts={entries.map(({ path, value }) => ({
        name: <FieldName path={path} />,
        value: <PreviewValue path={path} value={value} />,
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
  return (
    <CutList items={changes}>
      {(shown) => (
        <Table
          words={{ caption, fields: { field: t.fields.field, before, after } }}
          items={shown}
          getId={({ path }) => path.join(".")}
          columns={{
            field: ({ path }) => <FieldName path={path} />,
            before: (change) => <PreviewValue path={change.path} value={change.before} />,
            after: (change) => (
              <strong>
                <PreviewValue path={change.path} value={change.after} />
              </strong>
            ),
          }}
        />
      )}
    </CutList>
  );
}

interface NumberedRow {
  fields: Fields;
  index: number;
}

/** An agent chooses the names: one that is a number would change the order of an object. */
const toKey = (name: string) => `column.${name}`;

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
            words={{
              caption: nameField(path),
              fields: Object.fromEntries(columns.map((name) => [toKey(name), nameField([name])])),
            }}
            items={shown}
            getId={({ index }) => String(index)}
            columns={Object.fromEntries(
              columns.map((name) => [
                toKey(name),
                ({ fields }: NumberedRow) => <PreviewValue path={[...path, name]} value={fields[name]} />,
              ]),
            )}
          />
        )}
      </CutList>
    </section>
  );
}
