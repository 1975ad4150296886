import { useRecords } from "../../api/public-api.js";
import type { Column } from "../../components/data-table.js";
import { useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import type { Format } from "../../i18n/format.js";
import { useFormat } from "../../i18n/locale.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { ItemDialog, ItemStockDialog } from "./item-dialogs.js";
import { RouletteTabs } from "./roulette-parts.js";
import type { Item } from "./roulettes.api.js";

const filterSpec = { search: "text", enabled: ["true", "false"] } as const;

export default function ItemsPage() {
  const t = useMessages("roulettes");
  const common = useMessages("components");
  const filters = useFilters(filterSpec);
  const { search, enabled } = filters.values;
  const choices = [
    ["true", t.items.yes],
    ["false", t.items.no],
  ] as const;
  return (
    <ListPage
      words={t.items}
      tabs={<RouletteTabs />}
      create={{ scope: "roulettes:write", Dialog: ItemDialog }}
      filters={filters}
      filterFields={[
        { name: "search", kind: "text", label: common.searchByName },
        { name: "enabled", kind: "choice", label: t.fields.inRewards, options: choices },
      ]}
      list={useRecords("roulettes", "listRouletteItems", { search, enabled_in_rewards: enabled })}
      columns={getColumns(t, useFormat())}
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

const getColumns = ({ fields, items }: Messages["roulettes"], format: Format): Column<Item>[] => [
  { header: fields.name, cell: ({ name }) => name },
  { header: fields.stock, align: "end", cell: ({ available_stock: stock }) => format.number(stock) },
  { header: fields.inRewards, cell: ({ enabled_in_rewards: enabled }) => (enabled ? items.yes : items.no) },
  { header: fields.tracked, cell: ({ track_stock: tracked }) => (tracked ? items.yes : items.no) },
];
