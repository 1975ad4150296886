import { createStock } from "../../api/limits/supply.js";
import { RecordDialog, type RecordDialogProps } from "../../components/dialogs/write-dialog.js";
import { useMessages } from "../../i18n/messages.js";
import type { Stock } from "./supply.api.js";

export function ProductDialog({ record, onClose }: RecordDialogProps<Stock>) {
  const t = useMessages("supply");
  return (
    <RecordDialog
      area="supply"
      create="createStock"
      update="updateStock"
      limits={createStock}
      record={record}
      words={{ ...t.products, fields: t.fields }}
      fields={[
        { name: "productName", kind: "text", label: t.fields.name },
        { name: "type", kind: "text", label: t.fields.category, hint: t.products.categoryHint, isOptional: true },
        { name: "totalStock", kind: "number", first: 0 },
        { name: "minStockAlert", kind: "number", first: 0 },
      ]}
      onClose={onClose}
    />
  );
}
