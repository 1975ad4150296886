import { useBusiness } from "../../api/business.js";
import { addRouletteItemStock, createRouletteItem } from "../../api/limits/roulettes.js";
import { ForDevelopers } from "../../components/developers.js";
import type { DialogAbout } from "../../components/dialogs/dialog.js";
import { RecordDialog, type RecordDialogProps, WriteDialog } from "../../components/dialogs/write-dialog.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import type { Item } from "./roulettes.api.js";

/** Stock and currency are chosen at the creation only. */
export function ItemDialog({ record, onClose }: RecordDialogProps<Item>) {
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

export function ItemStockDialog({ record, onClose }: DialogAbout<Item>) {
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
