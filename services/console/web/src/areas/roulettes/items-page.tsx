import { useRecords } from "../../api/public-api.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { useFilters, yesNo } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { ItemDialog, ItemStockDialog } from "./item-dialogs.js";

const filterSpec = { search: "text", enabled: ["true", "false"] } as const;

export default function ItemsPage() {
  const t = useMessages("roulettes");
  const format = useFormat();
  const common = useMessages("components");
  const filters = useFilters(filterSpec);
  const { search, enabled } = filters.values;
  return (
    <ListPage
      words={t.items}
      tabs={<AreaTabs area="roulettes" />}
      create={{ scope: "roulettes:write", Dialog: ItemDialog }}
      filters={filters}
      filterFields={[
        { name: "search", kind: "text", label: common.searchByName },
        { name: "enabled", kind: "choice", label: t.fields.inRewards, options: yesNo(t.items.yes, t.items.no) },
      ]}
      list={useRecords("roulettes", "listRouletteItems", { search, enabled_in_rewards: enabled })}
      columns={[
        { header: t.fields.name, cell: ({ name }) => name },
        { header: t.fields.stock, align: "end", cell: ({ available_stock: stock }) => format.number(stock) },
        { header: t.fields.inRewards, cell: ({ enabled_in_rewards: enabled }) => (enabled ? t.items.yes : t.items.no) },
        { header: t.fields.tracked, cell: ({ track_stock: tracked }) => (tracked ? t.items.yes : t.items.no) },
      ]}
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
