import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { EmptyState, NoMatch } from "../../components/empty-state.js";
import { FilterBar, SelectFilter, TextFilter, useFilters } from "../../components/filters.js";
import { Page } from "../../components/page.js";
import { Time } from "../../components/time.js";
import type { Format } from "../../i18n/format.js";
import { useFormat } from "../../i18n/use-format.js";
import { FlowLink, FlowTabs, Funnel, OnlineBadge } from "./flow-parts.js";
import { type FlowSummary, useFlows } from "./flows.api.js";
import { type FlowMessages, useFlowMessages } from "./messages/index.js";
import { NewFlowDialog } from "./new-flow-dialog.js";

const filterSpec = { isActive: ["true", "false"], campaign: "text" } as const;

export default function FlowsPage() {
  const t = useFlowMessages();
  const format = useFormat();
  const { can } = useBusiness();
  const { values, isFiltered, set, clear } = useFilters(filterSpec);
  const flows = useFlows(values);
  const [isCreating, setCreating] = useState(false);
  const create = can("flows:write") && (
    <button type="button" className="primary" onClick={() => setCreating(true)}>
      {t.list.create}
    </button>
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
      <FlowTabs />
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <SelectFilter
          label={t.fields.state}
          value={values.isActive}
          options={[
            ["true", t.online],
            ["false", t.offline],
          ]}
          onChange={(isActive) => set({ isActive })}
        />
        <TextFilter label={t.fields.campaign} value={values.campaign} onChange={(campaign) => set({ campaign })} />
      </FilterBar>
      <DataTable
        caption={t.list.caption}
        columns={getColumns(t, format)}
        list={flows}
        getId={({ _id }) => _id}
        empty={empty}
      />
      {isCreating && <NewFlowDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

const getColumns = ({ fields }: FlowMessages, format: Format): Column<FlowSummary>[] => [
  { header: fields.name, cell: ({ slug, name }) => <FlowLink slug={slug} name={name} /> },
  { header: fields.state, cell: ({ isActive }) => <OnlineBadge isActive={isActive} /> },
  { header: fields.funnel, cell: (flow) => <Funnel flow={flow} /> },
  { header: fields.visitors, align: "end", cell: ({ uniqueVisitCount }) => format.number(uniqueVisitCount) },
  { header: fields.registrations, align: "end", cell: ({ completedCount }) => format.number(completedCount) },
  { header: fields.conversion, align: "end", cell: ({ conversionRate }) => format.percent(conversionRate / 100) },
  { header: fields.campaign, cell: ({ campaign }) => campaign },
  { header: fields.created, cell: ({ createdAt }) => <Time value={createdAt} /> },
];
