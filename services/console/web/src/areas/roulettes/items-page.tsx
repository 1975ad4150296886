import { useRecords } from "../../api/public-api.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { useFilters, yesNo } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { useMessages } from "../../i18n/messages.js";
import { ItemDialog, ItemStockDialog } from "./item-dialogs.js";

const filterSpec = { search: "text", enabled: ["true", "false"] } as const;

export default function ItemsPage() {
  const t = useMessages("roulettes");
  const common = useMessages("components");
  const filters = useFilters(filterSpec);
  const { search, enabled } = filters.values;
  return (
    <ListPage
      words={{ ...t.items, fields: t.fields }}
      tabs={<AreaTabs area="roulettes" />}
      create={{ scope: "roulettes:write", Dialog: ItemDialog }}
      filters={filters}
      filterFields={[
        { name: "search", kind: "text", label: common.searchByName },
        {
          name: "enabled",
          kind: "choice",
          label: t.fields.enabled_in_rewards,
          options: yesNo(t.items.yes, t.items.no),
        },
      ]}
      list={useRecords("roulettes", "listRouletteItems", { search, enabled_in_rewards: enabled })}
      columns={{
        name: ({ name }) => name,
        available_stock: ({ available_stock: stock }) => stock,
        enabled_in_rewards: ({ enabled_in_rewards: enabled }) => (enabled ? t.items.yes : t.items.no),
        track_stock: ({ track_stock: tracked }) => (tracked ? t.items.yes : t.items.no),
      }}
      rowDialogs={{
        scope: "roulettes:write",
        dialogs: [
          { text: t.items.addStock, label: ({ name }) => `${t.items.addStock}: ${name}`, Dialog: ItemStockDialog },
          { text: t.edit, label: ({ name }) => `${t.edit}: ${name}`, Dialog: ItemDialog },
        ],
      }}
    />
  );
}
