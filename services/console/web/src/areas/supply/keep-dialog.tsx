import { useState } from "react";
import { Dialog } from "../../components/dialog.js";
import { Form } from "../../components/form.js";
import { NumberField, RecordField, SelectField } from "../../components/inputs.js";
import { showToast } from "../../components/toast-store.js";
import { useSupplyMessages } from "./messages/index.js";
import { useCenters, useCreateCenterStock, useStocks } from "./supply.api.js";
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
  const t = useSupplyMessages();
  const stocks = useStocks({}, 200);
  const centers = useCenters({}, 200);
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
    <Dialog title={t.stock.create} onClose={onClose}>
      <Form
        onSubmit={submit}
        error={create.error}
        submit={t.stock.create}
        isPending={create.isPending}
        onCancel={onClose}
      >
        {!stockId && (
          <RecordField
            name="stockId"
            label={t.fields.product}
            list={stocks}
            getId={({ _id }) => _id}
            getLabel={({ productName }) => productName}
            value={values.stockId}
            onChange={(id) => change({ stockId: id })}
          />
        )}
        {!serviceCenterId && (
          <RecordField
            name="serviceCenterId"
            label={t.fields.center}
            list={centers}
            getId={({ _id }) => _id}
            getLabel={({ name }) => name}
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
      </Form>
    </Dialog>
  );
}
