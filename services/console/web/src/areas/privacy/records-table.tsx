import { type Columns, Table } from "../../components/table.js";
import { useMessages } from "../../i18n/messages.js";
import type { RecordCount } from "./privacy.api.js";
import { findWords } from "./privacy.rules.js";

/** How many records there are in each area, and what an erasure does with them. */
export function RecordsTable({ records, withEffect }: { records: readonly RecordCount[]; withEffect: boolean }) {
  const { table: t, areas, records: words } = useMessages("privacy");
  const names: Readonly<Record<string, string>> = areas;
  const columns = {
    area: ({ service }) => names[service] ?? service,
    records: (count) => findWords(words, count)?.name ?? <code>{count.collection}</code>,
    number: (count) => count.records,
    effect: withEffect && ((count) => findWords(words, count)?.effect),
  } satisfies Columns<RecordCount>;
  const getId = ({ service, collection }: RecordCount) => `${service}.${collection}`;
  return <Table words={{ caption: t.caption, fields: t.fields }} columns={columns} items={records} getId={getId} />;
}
