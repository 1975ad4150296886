import { useRecords } from "../../api/public-api.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { lazyDialog } from "../../components/dialogs/lazy-dialog.js";
import { useFilters, yesNo } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { FlowLink, OnlineBadge } from "./flow-parts.js";

const NewFlowDialog = lazyDialog(async () => (await import("./new-flow-dialog.js")).NewFlowDialog);

const filterSpec = { search: "text", isActive: ["true", "false"], campaign: "text" } as const;

export default function FlowsPage() {
  const t = useMessages("flows");
  const format = useFormat();
  const common = useMessages("components");
  const filters = useFilters(filterSpec);
  return (
    <ListPage
      words={{ ...t.list, fields: t.fields }}
      tabs={<AreaTabs area="flows" />}
      create={{ scope: "flows:write", Dialog: NewFlowDialog }}
      filters={filters}
      filterFields={[
        { name: "search", kind: "text", label: common.searchByName },
        { name: "isActive", kind: "choice", label: t.fields.state, options: yesNo(t.online, t.offline) },
        { name: "campaign", kind: "text" },
      ]}
      list={useRecords("flows", "listFlows", filters.values)}
      columns={{
        name: ({ slug, name }) => <FlowLink slug={slug} name={name} />,
        state: ({ isActive }) => <OnlineBadge isActive={isActive} />,
        visitors: ({ uniqueVisitCount }) => uniqueVisitCount,
        registrations: ({ completedCount }) => completedCount,
        conversion: { align: "end", cell: ({ conversionRate }) => format.percent(conversionRate / 100) },
        campaign: ({ campaign }) => campaign,
        created: ({ createdAt }) => <Time value={createdAt} />,
      }}
    />
  );
}
