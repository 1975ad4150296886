import { useState } from "react";
import { openCenterSource, productSource } from "../../api/record-sources.js";
import { Loaded } from "../../components/loaded.js";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { NumberField, SelectField, TextField } from "../../components/forms/inputs.js";
import { RecordField } from "../../components/forms/record-choice.js";
import { showToast } from "../../components/toasts.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { type CenterStock, useCenterStocks, useWithdraw, useWithdrawalTypes } from "./supply.api.js";

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
  const t = useMessages("supply");
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
    <FormDialog
      title={t.withdraw.title}
      submit={t.withdraw.button}
      write={withdraw}
      onSubmit={submit}
      onClose={onClose}
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
      <p className="note">{t.withdraw.final}</p>
    </FormDialog>
  );
}

interface Place {
  stockId: string;
  serviceCenterId: string;
}

/** The center and the product, and how much of it the center holds. */
function PlaceFields({ place, onChange }: { place: Place; onChange: (place: Place) => void }) {
  const t = useMessages("supply");
  const { serviceCenterId, stockId } = place;
  return (
    <>
      <RecordField
        name="serviceCenterId"
        label={t.fields.center}
        source={openCenterSource}
        value={serviceCenterId}
        onChange={(id) => onChange({ ...place, serviceCenterId: id })}
      />
      <RecordField
        name="stockId"
        label={t.fields.product}
        source={productSource}
        value={stockId}
        onChange={(id) => onChange({ ...place, stockId: id })}
      />
      {serviceCenterId && stockId && <HeldUnits {...place} />}
    </>
  );
}

function HeldUnits({ serviceCenterId, stockId }: Place) {
  const t = useMessages("supply").withdraw;
  const format = useFormat();
  return (
    <Loaded query={useCenterStocks({ serviceCenterId, stockId })}>
      {([held]) => <p role="status">{held ? t.available(format.number(held.currentStock)) : t.notKept}</p>}
    </Loaded>
  );
}

function DeliveryFields({ values, change }: { values: Values; change: (changes: Partial<Values>) => void }) {
  const t = useMessages("supply");
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
