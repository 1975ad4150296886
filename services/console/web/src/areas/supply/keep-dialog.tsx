import { createCenterStock } from "../../api/limits/supply.js";
import { centerSource, productSource } from "../../api/record-sources.js";
import { WriteDialog } from "../../components/dialogs/write-dialog.js";
import { RecordField } from "../../components/forms/record-choice.js";
import { useMessages } from "../../i18n/messages.js";

interface KeepDialogProps {
  /** What is known already. */
  record?: { stockId?: string; serviceCenterId?: string };
  onClose: () => void;
}

/** Lets a center keep a product. */
export function KeepDialog({ record = {}, onClose }: KeepDialogProps) {
  const t = useMessages("supply");
  return (
    <WriteDialog
      area="supply"
      operation="createCenterStock"
      limits={createCenterStock}
      words={{ title: t.stock.create, submit: t.stock.assign, done: t.stock.created, fields: t.fields }}
      fields={[
        !record.stockId && { name: "stockId", kind: "record", Field: RecordField, source: productSource },
        !record.serviceCenterId && {
          name: "serviceCenterId",
          kind: "record",
          Field: RecordField,
          source: centerSource,
        },
        { name: "currentStock", kind: "number", first: 0 },
        { name: "minStockAlert", kind: "number", hint: t.stock.alertHint, first: 0 },
        { name: "criticality", kind: "choice", options: t.stock.criticalities, first: "medium" },
      ]}
      given={record}
      onClose={onClose}
    />
  );
}
