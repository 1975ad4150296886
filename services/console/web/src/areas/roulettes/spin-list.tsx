import { Badge } from "../../components/badge.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { EmptyState, NoMatch } from "../../components/empty-state.js";
import { DayFilters } from "../../components/day-filters.js";
import { FilterBar, TextFilter, useFilters } from "../../components/filters.js";
import { Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import type { Format } from "../../i18n/format.js";
import { useFormat } from "../../i18n/use-format.js";
import { type RouletteMessages, useRouletteMessages } from "./messages/index.js";
import { type Spin, useSpins } from "./roulettes.api.js";

const filterSpec = { userId: "text", from: "text", to: "text" } as const;

export function SpinList({ rouletteId }: { rouletteId: string }) {
  const t = useRouletteMessages();
  const format = useFormat();
  const { values, isFiltered, set, clear } = useFilters(filterSpec);
  const { userId, from: dateFrom, to: dateTo } = values;
  const spins = useSpins(rouletteId, { userId, dateFrom, dateTo });
  const empty = isFiltered ? (
    <NoMatch onClear={clear} />
  ) : (
    <EmptyState title={t.details.spinsEmpty}>{t.details.spinsEmptyText}</EmptyState>
  );
  return (
    <Section title={t.details.spinsTitle}>
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <TextFilter label={t.fields.user} value={userId} onChange={(id) => set({ userId: id })} />
        <DayFilters values={values} onChange={set} />
      </FilterBar>
      <DataTable
        caption={t.details.spinsCaption}
        columns={getColumns(t, format)}
        list={spins}
        getId={({ _id }) => _id}
        empty={empty}
      />
    </Section>
  );
}

const getColumns = ({ fields, details }: RouletteMessages, format: Format): Column<Spin>[] => [
  { header: fields.number, align: "end", cell: ({ number }) => format.number(number) },
  { header: fields.user, cell: ({ userId }) => userId },
  {
    header: fields.result,
    cell: ({ result }) => (
      <Badge kind={result === "won" ? "good" : "neutral"}>
        {result === "won" ? details.wonResult : details.lostResult}
      </Badge>
    ),
  },
  { header: fields.gift, cell: ({ gift }) => gift.value },
  { header: fields.when, cell: ({ createdAt }) => <Time value={createdAt} /> },
];
