import { Section } from "../../components/page.js";
import { useFormat } from "../../i18n/use-format.js";
import { useOffboardingMessages } from "./messages/index.js";
import type { Preview } from "./offboarding.api.js";
import { sumByArea, sumRecords } from "./offboarding.rules.js";

/** How many records there are in each area. */
export function AreaTable({ preview: { records, isComplete } }: { preview: Preview }) {
  const { counts: t, areas } = useOffboardingMessages();
  const format = useFormat();
  const words: Readonly<Record<string, { name: string; content: string }>> = areas;
  return (
    <Section title={t.title} lead={t.lead(format.number(sumRecords(records)))}>
      <div className="stack">
        {!isComplete && <p className="notice warn">{t.incomplete}</p>}
        <div className="table-frame words">
          <table role="table">
            <caption className="hidden">{t.caption}</caption>
            <thead role="rowgroup">
              <tr role="row">
                <th role="columnheader" scope="col">
                  {t.area}
                </th>
                <th role="columnheader" scope="col">
                  {t.content}
                </th>
                <th role="columnheader" scope="col" className="end">
                  {t.records}
                </th>
              </tr>
            </thead>
            <tbody role="rowgroup">
              {sumByArea(records).map(({ service, records: count }) => (
                <tr key={service} role="row">
                  <td role="cell" data-label={t.area}>
                    {words[service]?.name ?? service}
                  </td>
                  <td role="cell" data-label={t.content}>
                    {words[service]?.content}
                  </td>
                  <td role="cell" data-label={t.records} className="end">
                    {format.number(count)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Section>
  );
}
