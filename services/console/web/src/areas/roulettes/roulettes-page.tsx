import { Link } from "@tanstack/react-router";
import { useBusiness } from "../../api/business.js";
import { Badge } from "../../components/badge.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { EmptyState, NoMatch } from "../../components/empty-state.js";
import { FilterBar, SelectFilter, TextFilter, useFilters } from "../../components/filters.js";
import { Page } from "../../components/page.js";
import { Time } from "../../components/time.js";
import type { Format } from "../../i18n/format.js";
import { useFormat } from "../../i18n/locale.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { ActiveBadge, RouletteLink, RouletteTabs, TypeName } from "./roulette-parts.js";
import { type RouletteSummary, useRoulettes } from "./roulettes.api.js";

const filterSpec = { search: "text", isActive: ["true", "false"], soldOut: ["true"] } as const;

export default function RoulettesPage() {
  const t = useMessages("roulettes");
  const common = useMessages("components");
  const format = useFormat();
  const { _id: businessId } = useBusiness().business;
  const { values, isFiltered, set, clear } = useFilters(filterSpec);
  const roulettes = useRoulettes(values);
  const create = useBusiness().can("roulettes:write") && (
    <Link className="button primary" to="/b/$businessId/roulettes/new" params={{ businessId }}>
      {t.list.create}
    </Link>
  );
  const empty = isFiltered ? (
    <NoMatch onClear={clear} />
  ) : (
    <EmptyState title={t.list.emptyTitle} action={create}>
      {t.list.emptyText}
    </EmptyState>
  );
  return (
    <Page title={t.list.title} lead={t.list.lead} actions={create}>
      <RouletteTabs />
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <TextFilter label={common.searchByName} value={values.search} onChange={(search) => set({ search })} />
        <SelectFilter
          label={t.fields.state}
          value={values.isActive}
          options={[
            ["true", t.list.active],
            ["false", t.list.inactive],
          ]}
          onChange={(isActive) => set({ isActive })}
        />
        <SelectFilter
          label={t.fields.gifts}
          value={values.soldOut}
          options={[["true", t.list.soldOut]]}
          onChange={(soldOut) => set({ soldOut })}
        />
      </FilterBar>
      <DataTable
        caption={t.list.caption}
        columns={getColumns(t, format)}
        list={roulettes}
        getId={({ _id }) => _id}
        empty={empty}
      />
    </Page>
  );
}

const getColumns = ({ fields, list }: Messages["roulettes"], format: Format): Column<RouletteSummary>[] => [
  { header: fields.name, cell: ({ _id, name }) => <RouletteLink rouletteId={_id} name={name} /> },
  {
    header: fields.state,
    cell: ({ isActive, soldOutGifts }) => (
      <>
        <ActiveBadge isActive={isActive} />{" "}
        {soldOutGifts.length > 0 && (
          <Badge kind="warn">{list.soldOutGifts(format.list(soldOutGifts.map(({ value }) => value)))}</Badge>
        )}
      </>
    ),
  },
  { header: fields.type, cell: ({ typeOfRoulette }) => <TypeName name={typeOfRoulette.name} /> },
  { header: fields.spins, align: "end", cell: ({ totalSpins }) => format.number(totalSpins) },
  { header: fields.created, cell: ({ createdAt }) => <Time value={createdAt} /> },
];
