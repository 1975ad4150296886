import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import type { RecordCount } from "./privacy.api.js";
import { findWords } from "./privacy.rules.js";

/** How many records there are in each area, and what an erasure does with them. */
export function RecordsTable({ records, withEffect }: { records: readonly RecordCount[]; withEffect: boolean }) {
  const t = useMessages("privacy");
  const format = useFormat();
  const { area, records: name, number, effect } = t.table;
  const areas: Readonly<Record<string, string>> = t.areas;
  return (
    <div className="table-frame">
      <table role="table">
        <caption className="hidden">{t.table.caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {[area, name, number, ...(withEffect ? [effect] : [])].map((header) => (
              <th key={header} role="columnheader" scope="col" className={header === number ? "end" : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {records.map((count) => {
            const words = findWords(t.records, count);
            return (
              <tr key={`${count.service}.${count.collection}`} role="row">
                <td role="cell" data-label={area}>
                  {areas[count.service] ?? count.service}
                </td>
                <td role="cell" data-label={name}>
                  {words?.name ?? <code>{count.collection}</code>}
                </td>
                <td role="cell" data-label={number} className="end">
                  {format.number(count.records)}
                </td>
                {withEffect && (
                  <td role="cell" data-label={effect}>
                    {words?.effect}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
