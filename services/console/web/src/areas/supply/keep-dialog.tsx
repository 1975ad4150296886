import { createCenterStock } from "../../api/limits/supply.js";
import { centerSource, productSource } from "../../api/record-sources.js";
import { WriteDialog } from "../../components/dialogs/write-dialog.js";
import { RecordField } from "../../components/forms/record-choice.js";
import { useMessages } from "../../i18n/messages.js";
import { toCriticalityField } from "./supply-parts.js";

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
      title={t.stock.create}
      submit={t.stock.assign}
      fields={[
        !record.stockId && {
          name: "stockId",
          kind: "record",
          Field: RecordField,
          label: t.fields.product,
          source: productSource,
        },
        !record.serviceCenterId && {
          name: "serviceCenterId",
          kind: "record",
          Field: RecordField,
          label: t.fields.center,
          source: centerSource,
        },
        { name: "currentStock", kind: "number", label: t.fields.current, first: 0 },
        { name: "minStockAlert", kind: "number", label: t.fields.alert, hint: t.stock.alertHint, first: 0 },
        toCriticalityField(t),
      ]}
      given={record}
      done={() => t.stock.created}
      onClose={onClose}
    />
  );
}
