import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { EmptyState, NoMatch } from "../../components/empty-state.js";
import { FilterBar, SelectFilter, TextFilter, useFilters } from "../../components/filters.js";
import { Page } from "../../components/page.js";
import type { Format } from "../../i18n/format.js";
import { useFormat } from "../../i18n/locale.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { ItemDialog, ItemStockDialog } from "./item-dialogs.js";
import { RouletteTabs } from "./roulette-parts.js";
import { type Item, useItems } from "./roulettes.api.js";

const filterSpec = { search: "text", enabled: ["true", "false"] } as const;

type Opened = { kind: "create" } | { kind: "change" | "stock"; item: Item };

export default function ItemsPage() {
  const t = useMessages("roulettes");
  const common = useMessages("components");
  const format = useFormat();
  const mayWrite = useBusiness().can("roulettes:write");
  const { values, isFiltered, set, clear } = useFilters(filterSpec);
  const items = useItems({ search: values.search, enabled_in_rewards: values.enabled });
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const create = mayWrite && (
    <button type="button" className="primary" onClick={() => setOpened({ kind: "create" })}>
      {t.items.create}
    </button>
  );
  const empty = isFiltered ? (
    <NoMatch onClear={clear} />
  ) : (
    <EmptyState title={t.items.emptyTitle} action={create}>
      {t.items.emptyText}
    </EmptyState>
  );
  const columns = getColumns(t, format);
  if (mayWrite) columns.push({ header: common.actions, cell: (item) => <ItemActions item={item} open={setOpened} /> });
  return (
    <Page title={t.items.title} lead={t.items.lead} actions={create}>
      <RouletteTabs />
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <TextFilter label={common.searchByName} value={values.search} onChange={(search) => set({ search })} />
        <SelectFilter
          label={t.fields.inRewards}
          value={values.enabled}
          options={[
            ["true", t.items.yes],
            ["false", t.items.no],
          ]}
          onChange={(enabled) => set({ enabled })}
        />
      </FilterBar>
      <DataTable caption={t.items.caption} columns={columns} list={items} getId={({ _id }) => _id} empty={empty} />
      {opened?.kind === "create" && <ItemDialog onClose={close} />}
      {opened?.kind === "change" && <ItemDialog item={opened.item} onClose={close} />}
      {opened?.kind === "stock" && <ItemStockDialog item={opened.item} onClose={close} />}
    </Page>
  );
}

const getColumns = ({ fields, items }: Messages["roulettes"], format: Format): Column<Item>[] => [
  { header: fields.name, cell: ({ name }) => name },
  { header: fields.stock, align: "end", cell: ({ available_stock: stock }) => format.number(stock) },
  { header: fields.inRewards, cell: ({ enabled_in_rewards: enabled }) => (enabled ? items.yes : items.no) },
  { header: fields.tracked, cell: ({ track_stock: tracked }) => (tracked ? items.yes : items.no) },
];

function ItemActions({ item, open }: { item: Item; open: (opened: Opened) => void }) {
  const t = useMessages("roulettes");
  return (
    <div className="row-actions">
      <button
        type="button"
        aria-label={`${t.items.addStock}: ${item.name}`}
        onClick={() => open({ kind: "stock", item })}
      >
        {t.items.addStock}
      </button>
      <button type="button" aria-label={`${t.edit}: ${item.name}`} onClick={() => open({ kind: "change", item })}>
        {t.edit}
      </button>
    </div>
  );
}
