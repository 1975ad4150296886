import { type Column, Table } from "../../components/data-table.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import type { RecordCount } from "./privacy.api.js";
import { findWords } from "./privacy.rules.js";

/** How many records there are in each area, and what an erasure does with them. */
export function RecordsTable({ records, withEffect }: { records: readonly RecordCount[]; withEffect: boolean }) {
  const { table: t, areas, records: words } = useMessages("privacy");
  const format = useFormat();
  const names: Readonly<Record<string, string>> = areas;
  const columns: Column<RecordCount>[] = [
    { header: t.area, cell: ({ service }) => names[service] ?? service },
    { header: t.records, cell: (count) => findWords(words, count)?.name ?? <code>{count.collection}</code> },
    { header: t.number, align: "end", cell: (count) => format.number(count.records) },
  ];
  if (withEffect) columns.push({ header: t.effect, cell: (count) => findWords(words, count)?.effect });
  const getId = ({ service, collection }: RecordCount) => `${service}.${collection}`;
  return <Table caption={t.caption} columns={columns} items={records} getId={getId} />;
}
