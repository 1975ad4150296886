import { countStock, createTransfer, receiveStock, updateCenterStock } from "../../api/limits/supply.js";
import { centerSource } from "../../api/record-sources.js";
import type { DialogAbout } from "../../components/dialogs/dialog.js";
import { WriteDialog } from "../../components/dialogs/write-dialog.js";
import type { SharedEntry } from "../../components/forms/fields.rules.js";
import { RecordField } from "../../components/forms/record-choice.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import type { CenterStock } from "./supply.api.js";

// What a person does with the stock of one center.

const noteField = { name: "note", kind: "text", isOptional: true } satisfies SharedEntry<"note">;

export function ReceiveDialog({ record, onClose }: DialogAbout<CenterStock>) {
  const t = useMessages("supply");
  const format = useFormat();
  return (
    <WriteDialog
      area="supply"
      operation="receiveStock"
      limits={receiveStock}
      words={{
        title: t.receive.title(record.productName),
        submit: t.receive.button,
        fields: { ...t.fields, ...t.receive },
      }}
      fields={[{ name: "quantity", kind: "number" }, noteField]}
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
      words={{ title: t.count.title(record.productName), submit: t.count.button, fields: t.fields }}
      fields={[{ name: "counted", kind: "number" }, noteField]}
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
      words={{ title: t.transfer.title, submit: t.transfer.button, fields: { ...t.fields, ...t.transfer } }}
      fields={[
        { name: "toCenterId", kind: "record", Field: RecordField, source: centerSource, without: [fromCenterId] },
        { name: "quantity", kind: "number" },
        noteField,
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
      words={{ title: t.stock.changeAlert, done: t.stock.alertChanged, fields: t.fields }}
      fields={[
        { name: "minStockAlert", kind: "number", hint: t.stock.alertHint },
        { name: "criticality", kind: "choice", options: t.stock.criticalities, first: "medium" },
      ]}
      first={record}
      given={{ id: record._id }}
      onClose={onClose}
    />
  );
}
