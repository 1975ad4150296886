import { useState } from "react";
import { centerSource, productSource } from "../../api/record-sources.js";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { NumberField, SelectField } from "../../components/forms/inputs.js";
import { RecordField } from "../../components/forms/record-choice.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import { useCreateCenterStock } from "./supply.api.js";
import { criticalities, type Criticality } from "./supply.rules.js";

interface KeepDialogProps {
  /** What is known already. */
  stockId?: string;
  serviceCenterId?: string;
  onClose: () => void;
}

interface Values {
  stockId: string;
  serviceCenterId: string;
  currentStock: number | undefined;
  minStockAlert: number | undefined;
  criticality: Criticality;
}

/** Lets a center keep a product. */
export function KeepDialog({ stockId = "", serviceCenterId = "", onClose }: KeepDialogProps) {
  const t = useMessages("supply");
  const [values, setValues] = useState<Values>({
    stockId,
    serviceCenterId,
    currentStock: 0,
    minStockAlert: 0,
    criticality: "medium",
  });
  const create = useCreateCenterStock(() => {
    showToast(t.stock.created);
    onClose();
  });
  const change = (changes: Partial<Values>) => setValues({ ...values, ...changes });
  // A number that is missing is sent as it is: the server names the field that it misses.
  const submit = () => create.mutate(values as Values & { currentStock: number; minStockAlert: number });
  return (
    <FormDialog title={t.stock.create} submit={t.stock.assign} write={create} onSubmit={submit} onClose={onClose}>
      {!stockId && (
        <RecordField
          name="stockId"
          label={t.fields.product}
          source={productSource}
          value={values.stockId}
          onChange={(id) => change({ stockId: id })}
        />
      )}
      {!serviceCenterId && (
        <RecordField
          name="serviceCenterId"
          label={t.fields.center}
          source={centerSource}
          value={values.serviceCenterId}
          onChange={(id) => change({ serviceCenterId: id })}
        />
      )}
      <NumberField
        name="currentStock"
        label={t.fields.current}
        value={values.currentStock}
        onChange={(currentStock) => change({ currentStock })}
      />
      <NumberField
        name="minStockAlert"
        label={t.fields.alert}
        hint={t.stock.alertHint}
        value={values.minStockAlert}
        onChange={(minStockAlert) => change({ minStockAlert })}
      />
      <SelectField
        name="criticality"
        label={t.fields.criticality}
        value={values.criticality}
        options={criticalities.map((name) => [name, t.stock.criticalities[name]])}
        onChange={(criticality) => change({ criticality })}
      />
    </FormDialog>
  );
}
