import { useRecords } from "../../api/public-api.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { Badge } from "../../components/badge.js";
import { useFilters, yesNo } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import { useMessages } from "../../i18n/messages.js";
import { CenterDialog } from "./center-dialog.js";
import { CenterLink } from "./supply-parts.js";

const filterSpec = { search: "text", isActive: ["true", "false"], type: ["physical", "online"] } as const;

export default function CentersPage() {
  const t = useMessages("supply");
  const common = useMessages("components");
  const filters = useFilters(filterSpec);
  return (
    <ListPage
      words={{ ...t.centers, fields: t.fields }}
      tabs={<AreaTabs area="supply" />}
      create={{ scope: "supply:write", Dialog: CenterDialog }}
      filters={filters}
      filterFields={[
        { name: "search", kind: "text", label: common.searchByName },
        { name: "isActive", kind: "choice", label: t.fields.state, options: yesNo(t.centers.open, t.centers.closed) },
        { name: "type", kind: "choice", label: t.fields.kind, options: t.centers.kinds },
      ]}
      list={useRecords("supply", "listCenters", filters.values)}
      columns={{
        name: ({ _id, name }) => <CenterLink centerId={_id} name={name} />,
        state: ({ isActive }) => (
          <Badge kind={isActive ? "good" : "neutral"}>{isActive ? t.centers.open : t.centers.closed}</Badge>
        ),
        kind: ({ type }) => t.centers.kinds[type],
        address: ({ address }) => address,
        capacity: ({ capacity }) => capacity,
        created: ({ createdAt }) => <Time value={createdAt} />,
      }}
    />
  );
}
