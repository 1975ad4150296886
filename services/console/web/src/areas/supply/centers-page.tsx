import { Link } from "@tanstack/react-router";
import { useState } from "react";
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
import { CenterDialog } from "./center-dialog.js";
import { SupplyTabs } from "./supply-parts.js";
import { type Center, useCenters } from "./supply.api.js";

const filterSpec = { search: "text", isActive: ["true", "false"], type: ["physical", "online"] } as const;

export default function CentersPage() {
  const t = useMessages("supply");
  const common = useMessages("components");
  const format = useFormat();
  const { can } = useBusiness();
  const { values, isFiltered, set, clear } = useFilters(filterSpec);
  const centers = useCenters(values);
  const [isCreating, setCreating] = useState(false);
  const create = can("supply:write") && (
    <button type="button" className="primary" onClick={() => setCreating(true)}>
      {t.centers.create}
    </button>
  );
  const empty = isFiltered ? (
    <NoMatch onClear={clear} />
  ) : (
    <EmptyState title={t.centers.emptyTitle} action={create}>
      {t.centers.emptyText}
    </EmptyState>
  );
  return (
    <Page title={t.centers.title} lead={t.centers.lead} actions={create}>
      <SupplyTabs />
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <TextFilter label={common.searchByName} value={values.search} onChange={(search) => set({ search })} />
        <SelectFilter
          label={t.fields.state}
          value={values.isActive}
          options={[
            ["true", t.centers.open],
            ["false", t.centers.closed],
          ]}
          onChange={(isActive) => set({ isActive })}
        />
        <SelectFilter
          label={t.fields.kind}
          value={values.type}
          options={filterSpec.type.map((type) => [type, t.centers.kinds[type]])}
          onChange={(type) => set({ type })}
        />
      </FilterBar>
      <DataTable
        caption={t.centers.caption}
        columns={getColumns(t, format)}
        list={centers}
        getId={({ _id }) => _id}
        empty={empty}
      />
      {isCreating && <CenterDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

const getColumns = ({ fields, centers }: Messages["supply"], format: Format): Column<Center>[] => [
  { header: fields.name, cell: (center) => <CenterNameLink center={center} /> },
  { header: fields.state, cell: (center) => <OpenBadge center={center} /> },
  { header: fields.kind, cell: ({ type }) => centers.kinds[type] },
  { header: fields.address, cell: ({ address }) => address },
  { header: fields.capacity, align: "end", cell: ({ capacity }) => format.number(capacity) },
  { header: fields.created, cell: ({ createdAt }) => <Time value={createdAt} /> },
];

/** With the name of the list, without a request of its own. */
function CenterNameLink({ center: { _id: centerId, name } }: { center: Center }) {
  const { _id: businessId } = useBusiness().business;
  return (
    <Link to="/b/$businessId/supply/centers/$centerId" params={{ businessId, centerId }}>
      {name}
    </Link>
  );
}

function OpenBadge({ center: { isActive } }: { center: Center }) {
  const t = useMessages("supply").centers;
  return <Badge kind={isActive ? "good" : "neutral"}>{isActive ? t.open : t.closed}</Badge>;
}
