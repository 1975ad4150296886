import { useRecords } from "../../api/public-api.js";
import type { Column } from "../../components/data-table.js";
import { lazyDialog } from "../../components/dialogs/lazy-dialog.js";
import { useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import type { Format } from "../../i18n/format.js";
import { useFormat } from "../../i18n/locale.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { FlowLink, FlowTabs, OnlineBadge } from "./flow-parts.js";
import type { FlowSummary } from "./flows.api.js";

const NewFlowDialog = lazyDialog(async () => (await import("./new-flow-dialog.js")).NewFlowDialog);

const filterSpec = { search: "text", isActive: ["true", "false"], campaign: "text" } as const;

export default function FlowsPage() {
  const t = useMessages("flows");
  const common = useMessages("components");
  const filters = useFilters(filterSpec);
  const states = [
    ["true", t.online],
    ["false", t.offline],
  ] as const;
  return (
    <ListPage
      words={t.list}
      tabs={<FlowTabs />}
      create={{ scope: "flows:write", Dialog: NewFlowDialog }}
      filters={filters}
      filterFields={[
        { name: "search", kind: "text", label: common.searchByName },
        { name: "isActive", kind: "choice", label: t.fields.state, options: states },
        { name: "campaign", kind: "text", label: t.fields.campaign },
      ]}
      list={useRecords("flows", "listFlows", filters.values)}
      columns={getColumns(t, useFormat())}
    />
  );
}

const getColumns = ({ fields }: Messages["flows"], format: Format): Column<FlowSummary>[] => [
  { header: fields.name, cell: ({ slug, name }) => <FlowLink slug={slug} name={name} /> },
  { header: fields.state, cell: ({ isActive }) => <OnlineBadge isActive={isActive} /> },
  { header: fields.visitors, align: "end", cell: ({ uniqueVisitCount }) => format.number(uniqueVisitCount) },
  { header: fields.registrations, align: "end", cell: ({ completedCount }) => format.number(completedCount) },
  { header: fields.conversion, align: "end", cell: ({ conversionRate }) => format.percent(conversionRate / 100) },
  { header: fields.campaign, cell: ({ campaign }) => campaign },
  { header: fields.created, cell: ({ createdAt }) => <Time value={createdAt} /> },
];
