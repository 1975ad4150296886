import { useState } from "react";
import { centerSource } from "../../api/record-sources.js";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { NumberField, SelectField, TextField } from "../../components/forms/inputs.js";
import { RecordField } from "../../components/forms/record-choice.js";
import { showToast } from "../../components/toasts.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { type CenterStock, useCount, useReceive, useTransfer, useUpdateCenterStock } from "./supply.api.js";
import { criticalities } from "./supply.rules.js";

// What a person does with the stock of one center. A number that is missing is sent as it is: the server names the field.

export interface CenterStockDialogProps {
  value: CenterStock;
  onClose: () => void;
}

export function ReceiveDialog({ value, onClose }: CenterStockDialogProps) {
  const t = useMessages("supply");
  const format = useFormat();
  const [quantity, setQuantity] = useState<number>();
  const [note, setNote] = useState("");
  const receive = useReceive(({ quantityAfter }) => {
    showToast(t.receive.done(format.number(quantityAfter)));
    onClose();
  });
  const submit = () => receive.mutate({ id: value._id, quantity: quantity as number, note });
  return (
    <FormDialog
      title={t.receive.title(value.productName)}
      submit={t.receive.button}
      write={receive}
      onSubmit={submit}
      onClose={onClose}
    >
      <NumberField name="quantity" label={t.receive.quantity} min={1} value={quantity} onChange={setQuantity} />
      <Note value={note} onChange={setNote} />
    </FormDialog>
  );
}

export function CountDialog({ value, onClose }: CenterStockDialogProps) {
  const t = useMessages("supply");
  const format = useFormat();
  const [counted, setCounted] = useState<number>();
  const [note, setNote] = useState("");
  const count = useCount(({ quantityAfter }) => {
    showToast(t.count.done(format.number(quantityAfter)));
    onClose();
  });
  const submit = () =>
    count.mutate({ id: value._id, counted: counted as number, expectedStock: value.currentStock, note });
  return (
    <FormDialog
      title={t.count.title(value.productName)}
      submit={t.count.button}
      write={count}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t.count.text(format.number(value.currentStock))}</p>
      <NumberField name="counted" label={t.count.counted} value={counted} onChange={setCounted} />
      <Note value={note} onChange={setNote} />
    </FormDialog>
  );
}

export function TransferDialog({ value, onClose }: CenterStockDialogProps) {
  const t = useMessages("supply");
  const format = useFormat();
  const [toCenterId, setToCenterId] = useState("");
  const [quantity, setQuantity] = useState<number>();
  const [note, setNote] = useState("");
  const transfer = useTransfer(({ fromStockAfter }) => {
    showToast(t.transfer.done(format.number(fromStockAfter)));
    onClose();
  });
  const { stockId, serviceCenterId: fromCenterId } = value;
  const submit = () => transfer.mutate({ stockId, fromCenterId, toCenterId, quantity: quantity as number, note });
  return (
    <FormDialog
      title={t.transfer.title}
      submit={t.transfer.button}
      write={transfer}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t.withdraw.available(format.number(value.currentStock))}</p>
      <RecordField
        name="toCenterId"
        label={t.transfer.to}
        hint={t.transfer.toHint}
        source={centerSource}
        without={[fromCenterId]}
        value={toCenterId}
        onChange={setToCenterId}
      />
      <NumberField name="quantity" label={t.transfer.quantity} min={1} value={quantity} onChange={setQuantity} />
      <Note value={note} onChange={setNote} />
    </FormDialog>
  );
}

export function AlertDialog({ value, onClose }: CenterStockDialogProps) {
  const t = useMessages("supply");
  const common = useMessages("components");
  const [minStockAlert, setAlert] = useState<number | undefined>(value.minStockAlert);
  const [criticality, setCriticality] = useState(value.criticality);
  const update = useUpdateCenterStock(() => {
    showToast(t.stock.alertChanged);
    onClose();
  });
  const submit = () => update.mutate({ id: value._id, minStockAlert, criticality });
  return (
    <FormDialog title={t.stock.changeAlert} submit={common.save} write={update} onSubmit={submit} onClose={onClose}>
      <NumberField
        name="minStockAlert"
        label={t.fields.alert}
        hint={t.stock.alertHint}
        value={minStockAlert}
        onChange={setAlert}
      />
      <SelectField
        name="criticality"
        label={t.fields.criticality}
        value={criticality}
        options={criticalities.map((name) => [name, t.stock.criticalities[name]])}
        onChange={setCriticality}
      />
    </FormDialog>
  );
}

function Note({ value, onChange }: { value: string; onChange: (note: string) => void }) {
  const t = useMessages("supply");
  return (
    <TextField
      name="note"
      label={t.fields.note}
      hint={t.receive.noteHint}
      isOptional
      maxLength={500}
      value={value}
      onChange={onChange}
    />
  );
}
