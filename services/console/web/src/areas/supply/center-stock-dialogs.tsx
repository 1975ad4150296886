import { countStock, createTransfer, receiveStock, updateCenterStock } from "../../api/limits/supply.js";
import { centerSource } from "../../api/record-sources.js";
import type { DialogAbout } from "../../components/dialogs/dialog.js";
import { WriteDialog } from "../../components/dialogs/write-dialog.js";
import type { SharedEntry } from "../../components/forms/fields.rules.js";
import { RecordField } from "../../components/forms/record-choice.js";
import { useFormat } from "../../i18n/locale.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { toCriticalityField } from "./supply-parts.js";
import type { CenterStock } from "./supply.api.js";

// What a person does with the stock of one center.

const toNoteField = ({ fields, receive }: Messages["supply"]): SharedEntry<"note"> => ({
  name: "note",
  kind: "text",
  label: fields.note,
  hint: receive.noteHint,
  isOptional: true,
});

export function ReceiveDialog({ record, onClose }: DialogAbout<CenterStock>) {
  const t = useMessages("supply");
  const format = useFormat();
  return (
    <WriteDialog
      area="supply"
      operation="receiveStock"
      limits={receiveStock}
      title={t.receive.title(record.productName)}
      submit={t.receive.button}
      fields={[{ name: "quantity", kind: "number", label: t.receive.quantity }, toNoteField(t)]}
      given={{ id: record._id }}
      done={({ quantityAfter }) => t.receive.done(format.number(quantityAfter))}
      onClose={onClose}
    />
  );
}

export function CountDialog({ record, onClose }: DialogAbout<CenterStock>) {
  const t = useMessages("supply");
  const format = useFormat();
  return (
    <WriteDialog
      area="supply"
      operation="countStock"
      limits={countStock}
      title={t.count.title(record.productName)}
      submit={t.count.button}
      fields={[{ name: "counted", kind: "number", label: t.count.counted }, toNoteField(t)]}
      given={{ id: record._id, expectedStock: record.currentStock }}
      done={({ quantityAfter }) => t.count.done(format.number(quantityAfter))}
      onClose={onClose}
    >
      <p>{t.count.text(format.number(record.currentStock))}</p>
    </WriteDialog>
  );
}

export function TransferDialog({ record, onClose }: DialogAbout<CenterStock>) {
  const t = useMessages("supply");
  const format = useFormat();
  const { stockId, serviceCenterId: fromCenterId } = record;
  return (
    <WriteDialog
      area="supply"
      operation="createTransfer"
      limits={createTransfer}
      title={t.transfer.title}
      submit={t.transfer.button}
      fields={[
        {
          name: "toCenterId",
          kind: "record",
          Field: RecordField,
          label: t.transfer.to,
          hint: t.transfer.toHint,
          source: centerSource,
          without: [fromCenterId],
        },
        { name: "quantity", kind: "number", label: t.transfer.quantity },
        toNoteField(t),
      ]}
      given={{ stockId, fromCenterId }}
      done={({ fromStockAfter }) => t.transfer.done(format.number(fromStockAfter))}
      onClose={onClose}
    >
      <p>{t.withdraw.available(format.number(record.currentStock))}</p>
    </WriteDialog>
  );
}

export function AlertDialog({ record, onClose }: DialogAbout<CenterStock>) {
  const t = useMessages("supply");
  return (
    <WriteDialog
      area="supply"
      operation="updateCenterStock"
      limits={updateCenterStock}
      title={t.stock.changeAlert}
      fields={[
        { name: "minStockAlert", kind: "number", label: t.fields.alert, hint: t.stock.alertHint },
        toCriticalityField(t),
      ]}
      first={record}
      given={{ id: record._id }}
      done={() => t.stock.alertChanged}
      onClose={onClose}
    />
  );
}
