import { useState } from "react";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { NumberField, TextField } from "../../components/forms/inputs.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import { type Stock, useCreateStock, useUpdateStock } from "./supply.api.js";

interface Values {
  productName: string;
  type: string;
  totalStock: number | undefined;
  minStockAlert: number | undefined;
}

/** A number that is missing is sent as it is: the server names the field that it misses. */
type Complete = Values & { totalStock: number; minStockAlert: number };

/** Creates a product, or changes `value`. */
export function ProductDialog({ value, onClose }: { value?: Stock; onClose: () => void }) {
  const t = useMessages("supply");
  const common = useMessages("components");
  const [values, setValues] = useState<Values>({
    productName: value?.productName ?? "",
    type: value?.type ?? "",
    totalStock: value?.totalStock ?? 0,
    minStockAlert: value?.minStockAlert ?? 0,
  });
  const finish = (text: string) => () => {
    showToast(text);
    onClose();
  };
  const create = useCreateStock(finish(t.products.created));
  const update = useUpdateStock(finish(t.products.changed));
  const submit = () =>
    value ? update.mutate({ id: value._id, ...(values as Complete) }) : create.mutate(values as Complete);
  const change = (changes: Partial<Values>) => setValues({ ...values, ...changes });
  return (
    <FormDialog
      title={value ? t.products.change : t.products.create}
      submit={value ? common.save : common.create}
      write={value ? update : create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="productName"
        label={t.fields.name}
        maxLength={200}
        value={values.productName}
        onChange={(productName) => change({ productName })}
      />
      <TextField
        name="type"
        label={t.fields.category}
        hint={t.products.categoryHint}
        isOptional
        maxLength={100}
        value={values.type}
        onChange={(type) => change({ type })}
      />
      <NumberField
        name="totalStock"
        label={t.fields.total}
        hint={t.products.totalHint}
        value={values.totalStock}
        onChange={(totalStock) => change({ totalStock })}
      />
      <NumberField
        name="minStockAlert"
        label={t.fields.alert}
        value={values.minStockAlert}
        onChange={(minStockAlert) => change({ minStockAlert })}
      />
    </FormDialog>
  );
}
