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
      words={{ ...t.items, fields: t.fields }}
      fields={[
        { name: "name", kind: "text" },
        { name: "description", kind: "text", rows: 3, isOptional: true },
        !record && { name: "available_stock", kind: "number", first: 0 },
        !record && { name: "currency", kind: "text", isUpperCase: true, maxLength: 3, first: currency },
        { name: "track_stock", kind: "check", first: true },
        { name: "enabled_in_rewards", kind: "check", first: true },
        record !== undefined && <ForDevelopers key="developers" values={[[t.fields.id, record._id]]} />,
      ]}
      onClose={onClose}
    />
  );
}

export function ItemStockDialog({ record, onClose }: DialogAbout<Item>) {
  const t = useMessages("roulettes");
  const format = useFormat();
  return (
    <WriteDialog
      area="roulettes"
      operation="addRouletteItemStock"
      limits={addRouletteItemStock}
      words={{ title: t.items.addTitle(record.name), submit: t.items.addStock, fields: t.fields }}
      fields={[{ name: "addUnits", kind: "number" }]}
      given={{ id: record._id }}
      done={({ available_stock: stock }) => t.items.added(format.number(stock))}
      onClose={onClose}
    >
      <p>{t.items.added(format.number(record.available_stock))}</p>
    </WriteDialog>
  );
}
