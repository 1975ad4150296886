import { useBusiness } from "../../api/business.js";
import { addRouletteItemStock, createRouletteItem } from "../../api/limits/roulettes.js";
import { useRecords } from "../../api/public-api.js";
import { ForDevelopers } from "../../components/developers.js";
import type { DialogAbout } from "../../components/dialogs/dialog.js";
import { RecordDialog, type RecordDialogProps, WriteDialog } from "../../components/dialogs/write-dialog.js";
import { useFilters, yesNo } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { RouletteTabs } from "./roulette-parts.js";
import type { Item } from "./roulettes.api.js";

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
      tabs={<RouletteTabs />}
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

/** Stock and currency are chosen at the creation only. */
function ItemDialog({ record, onClose }: RecordDialogProps<Item>) {
  const t = useMessages("roulettes");
  const { currency } = useBusiness().business;
  return (
    <RecordDialog
      area="roulettes"
      create="createRouletteItem"
      update="updateRouletteItem"
      limits={createRouletteItem}
      record={record}
      words={t.items}
      fields={[
        { name: "name", kind: "text", label: t.fields.name },
        { name: "description", kind: "text", label: t.fields.description, rows: 3, isOptional: true },
        !record && { name: "available_stock", kind: "number", label: t.fields.stock, first: 0 },
        !record && {
          name: "currency",
          kind: "text",
          label: t.fields.currency,
          hint: t.items.currencyHint,
          isUpperCase: true,
          maxLength: 3,
          first: currency,
        },
        { name: "track_stock", kind: "check", label: t.fields.tracked, first: true },
        { name: "enabled_in_rewards", kind: "check", label: t.fields.inRewards, first: true },
        record !== undefined && <ForDevelopers key="developers" values={[[t.fields.id, record._id]]} />,
      ]}
      onClose={onClose}
    />
  );
}

function ItemStockDialog({ record, onClose }: DialogAbout<Item>) {
  const t = useMessages("roulettes").items;
  const format = useFormat();
  return (
    <WriteDialog
      area="roulettes"
      operation="addRouletteItemStock"
      limits={addRouletteItemStock}
      title={t.addTitle(record.name)}
      submit={t.addStock}
      fields={[{ name: "addUnits", kind: "number", label: t.addUnits, hint: t.addHint }]}
      given={{ id: record._id }}
      done={({ available_stock: stock }) => t.added(format.number(stock))}
      onClose={onClose}
    >
      <p>{t.added(format.number(record.available_stock))}</p>
    </WriteDialog>
  );
}
