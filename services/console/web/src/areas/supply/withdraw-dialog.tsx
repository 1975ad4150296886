import { createWithdrawal } from "../../api/limits/supply.js";
import { useRecord, useRecords } from "../../api/public-api.js";
import { openCenterSource, productSource } from "../../api/record-sources.js";
import { WriteDialog } from "../../components/dialogs/write-dialog.js";
import { RecordField } from "../../components/forms/record-choice.js";
import { Loaded } from "../../components/loaded.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import type { CenterStock } from "./supply.api.js";

interface WithdrawDialogProps {
  /** Absent: center and product are chosen in the dialog. */
  record?: CenterStock;
  onClose: () => void;
}

const firstType = "insumos";

export function WithdrawDialog({ record, onClose }: WithdrawDialogProps) {
  const t = useMessages("supply");
  const format = useFormat();
  const types = useRecord("supply", "getWithdrawalTypes", {}).data?.types ?? [firstType];
  return (
    <WriteDialog
      area="supply"
      operation="createWithdrawal"
      limits={createWithdrawal}
      words={{ title: t.withdraw.title, submit: t.withdraw.button, fields: { ...t.fields, ...t.withdraw } }}
      fields={[
        !record && { name: "serviceCenterId", kind: "record", Field: RecordField, source: openCenterSource },
        !record && { name: "stockId", kind: "record", Field: RecordField, source: productSource },
        ({ serviceCenterId, stockId }) =>
          serviceCenterId && stockId && <HeldUnits serviceCenterId={serviceCenterId} stockId={stockId} />,
        { name: "quantity", kind: "number", first: 1 },
        { name: "workerId", kind: "text" },
        { name: "email", kind: "email" },
        { name: "withdrawalType", kind: "choice", options: types.map((type) => [type, type]), first: firstType },
        {
          kind: "more",
          label: t.withdraw.more,
          fields: [
            { name: "entregador", kind: "text", isOptional: true },
            { name: "tipoEntrega", kind: "text", isOptional: true },
            { name: "ciudad", kind: "text", isOptional: true },
            { name: "talla", kind: "text", isOptional: true },
          ],
        },
        <p key="final" className="note">
          {t.withdraw.final}
        </p>,
      ]}
      given={record && { stockId: record.stockId, serviceCenterId: record.serviceCenterId }}
      done={({ stockAfter }) => t.withdraw.done(format.number(stockAfter))}
      onClose={onClose}
    >
      {record && (
        <p>
          <strong>{record.productName}</strong> · {t.withdraw.available(format.number(record.currentStock))}
        </p>
      )}
    </WriteDialog>
  );
}

/** How much of the product the center holds. */
function HeldUnits(place: { stockId: string; serviceCenterId: string }) {
  const t = useMessages("supply").withdraw;
  const format = useFormat();
  return (
    <Loaded query={useRecords("supply", "listCenterStocks", place)}>
      {([held]) => <p role="status">{held ? t.available(format.number(held.currentStock)) : t.notKept}</p>}
    </Loaded>
  );
}
