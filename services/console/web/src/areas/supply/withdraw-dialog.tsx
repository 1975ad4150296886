import { useState } from "react";
import { Dialog } from "../../components/dialog.js";
import { Form } from "../../components/form.js";
import { NumberField, RecordField, SelectField, TextField } from "../../components/inputs.js";
import { showToast } from "../../components/toast-store.js";
import { useFormat } from "../../i18n/use-format.js";
import { useSupplyMessages } from "./messages/index.js";
import { type CenterStock, useCenters, useCenterStocks, useWithdraw, useWithdrawalTypes } from "./supply.api.js";

interface WithdrawDialogProps {
  /** Absent: center and product are chosen in the dialog. */
  value?: CenterStock;
  onClose: () => void;
}

const firstValues = {
  workerId: "",
  email: "",
  quantity: 1 as number | undefined,
  withdrawalType: "insumos",
  entregador: "",
  tipoEntrega: "",
  ciudad: "",
  talla: "",
};

type Values = typeof firstValues;

export function WithdrawDialog({ value, onClose }: WithdrawDialogProps) {
  const t = useSupplyMessages();
  const format = useFormat();
  const [values, setValues] = useState(firstValues);
  const [place, setPlace] = useState({ stockId: value?.stockId ?? "", serviceCenterId: value?.serviceCenterId ?? "" });
  const withdraw = useWithdraw(({ stockAfter }) => {
    showToast(t.withdraw.done(format.number(stockAfter)));
    onClose();
  });
  const change = (changes: Partial<Values>) => setValues({ ...values, ...changes });
  const submit = () => withdraw.mutate({ ...place, ...values, quantity: values.quantity as number });
  return (
    <Dialog title={t.withdraw.title} onClose={onClose}>
      <Form
        onSubmit={submit}
        error={withdraw.error}
        submit={t.withdraw.button}
        isPending={withdraw.isPending}
        onCancel={onClose}
      >
        {value ? (
          <p>
            <strong>{value.productName}</strong> · {t.withdraw.available(format.number(value.currentStock))}
          </p>
        ) : (
          <PlaceFields place={place} onChange={setPlace} />
        )}
        <NumberField
          name="quantity"
          label={t.fields.quantity}
          hint={t.withdraw.final}
          min={1}
          value={values.quantity}
          onChange={(quantity) => change({ quantity })}
        />
        <TextField
          name="workerId"
          label={t.withdraw.worker}
          maxLength={200}
          value={values.workerId}
          onChange={(workerId) => change({ workerId })}
        />
        <TextField
          name="email"
          type="email"
          label={t.withdraw.email}
          maxLength={254}
          value={values.email}
          onChange={(email) => change({ email })}
        />
        <DeliveryFields values={values} change={change} />
      </Form>
    </Dialog>
  );
}

interface Place {
  stockId: string;
  serviceCenterId: string;
}

/** First the center, then one of the products that it keeps, with what it holds of each. */
function PlaceFields({ place, onChange }: { place: Place; onChange: (place: Place) => void }) {
  const t = useSupplyMessages();
  const format = useFormat();
  const centers = useCenters({ isActive: "true" }, 200);
  const { serviceCenterId } = place;
  const held = useCenterStocks({ serviceCenterId }, serviceCenterId !== "");
  return (
    <>
      <RecordField
        name="serviceCenterId"
        label={t.fields.center}
        list={centers}
        getId={({ _id }) => _id}
        getLabel={({ name }) => name}
        value={serviceCenterId}
        onChange={(id) => onChange({ serviceCenterId: id, stockId: "" })}
      />
      <RecordField
        name="stockId"
        label={t.fields.product}
        list={held}
        getId={({ stockId }) => stockId}
        getLabel={({ productName, currentStock }) => `${productName} (${format.number(currentStock)})`}
        value={place.stockId}
        onChange={(id) => onChange({ serviceCenterId, stockId: id })}
      />
    </>
  );
}

function DeliveryFields({ values, change }: { values: Values; change: (changes: Partial<Values>) => void }) {
  const t = useSupplyMessages();
  const types = useWithdrawalTypes().data?.types ?? [values.withdrawalType];
  const optional = [
    ["entregador", t.fields.deliveryPerson],
    ["tipoEntrega", t.fields.deliveryType],
    ["ciudad", t.fields.city],
    ["talla", t.fields.size],
  ] as const;
  return (
    <>
      <SelectField
        name="withdrawalType"
        label={t.fields.type}
        value={values.withdrawalType}
        options={types.map((type) => [type, type])}
        onChange={(withdrawalType) => change({ withdrawalType })}
      />
      <details className="more">
        <summary>{t.withdraw.more}</summary>
        {optional.map(([name, label]) => (
          <TextField
            key={name}
            name={name}
            label={label}
            isOptional
            maxLength={name === "talla" ? 50 : 200}
            value={values[name]}
            onChange={(text) => change({ [name]: text })}
          />
        ))}
      </details>
    </>
  );
}
