import { Link } from "@tanstack/react-router";
import { useBusiness } from "../../api/business.js";
import { useRecords } from "../../api/public-api.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { Badge } from "../../components/badge.js";
import { useFilters, yesNo } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { ActiveBadge, RouletteLink, TypeName } from "./roulette-parts.js";

const filterSpec = { search: "text", isActive: ["true", "false"], soldOut: ["true"] } as const;

export default function RoulettesPage() {
  const t = useMessages("roulettes");
  const format = useFormat();
  const common = useMessages("components");
  const { can } = useBusiness();
  const filters = useFilters(filterSpec);
  const create = can("roulettes:write") && (
    <Link className="button primary" from="/b/$businessId" to="/b/$businessId/roulettes/new">
      {t.list.create}
    </Link>
  );
  return (
    <ListPage
      words={{ ...t.list, fields: t.fields }}
      tabs={<AreaTabs area="roulettes" />}
      actions={create}
      filters={filters}
      filterFields={[
        { name: "search", kind: "text", label: common.searchByName },
        { name: "isActive", kind: "choice", label: t.fields.status, options: yesNo(t.list.active, t.list.inactive) },
        { name: "soldOut", kind: "choice", label: t.fields.gifts, options: [["true", t.list.soldOut]] },
      ]}
      list={useRecords("roulettes", "listRoulettes", filters.values)}
      columns={{
        name: ({ _id, name }) => <RouletteLink rouletteId={_id} name={name} />,
        status: ({ isActive, soldOutGifts }) => (
          <>
            <ActiveBadge isActive={isActive} />{" "}
            {soldOutGifts.length > 0 && (
              <Badge kind="warn">{t.list.soldOutGifts(format.list(soldOutGifts.map(({ value }) => value)))}</Badge>
            )}
          </>
        ),
        type: ({ typeOfRoulette }) => <TypeName name={typeOfRoulette.name} />,
        spins: ({ totalSpins }) => totalSpins,
        created: ({ createdAt }) => <Time value={createdAt} />,
      }}
    />
  );
}
