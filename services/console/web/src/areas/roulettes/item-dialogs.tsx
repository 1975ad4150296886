import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { ForDevelopers } from "../../components/developers.js";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { Check } from "../../components/forms/form.js";
import { NumberField, TextField } from "../../components/forms/inputs.js";
import { showToast } from "../../components/toasts.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { type Item, useAddItemStock, useCreateItem, useUpdateItem } from "./roulettes.api.js";

interface Values {
  name: string;
  description: string;
  track_stock: boolean;
  enabled_in_rewards: boolean;
  available_stock: number | undefined;
  currency: string;
}

/** Creates an item, or changes `item`. Stock and currency are chosen at the creation only. */
export function ItemDialog({ item, onClose }: { item?: Item; onClose: () => void }) {
  const t = useMessages("roulettes");
  const common = useMessages("components");
  const { currency } = useBusiness().business;
  const [values, setValues] = useState<Values>({
    name: item?.name ?? "",
    description: item?.description ?? "",
    track_stock: item?.track_stock ?? true,
    enabled_in_rewards: item?.enabled_in_rewards ?? true,
    available_stock: item?.available_stock ?? 0,
    currency: item?.currency ?? currency,
  });
  const finish = (text: string) => () => {
    showToast(text);
    onClose();
  };
  const create = useCreateItem(finish(t.items.created));
  const update = useUpdateItem(finish(t.items.changed));
  const submit = () => {
    const { available_stock, currency: chosen, ...same } = values;
    if (item) update.mutate({ id: item._id, ...same });
    else create.mutate({ ...same, available_stock: available_stock as number, currency: chosen });
  };
  const change = (changes: Partial<Values>) => setValues({ ...values, ...changes });
  return (
    <FormDialog
      title={item ? t.items.change : t.items.create}
      submit={item ? common.save : common.create}
      write={item ? update : create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t.fields.name}
        maxLength={200}
        value={values.name}
        onChange={(name) => change({ name })}
      />
      <TextField
        name="description"
        label={t.fields.description}
        isOptional
        rows={3}
        maxLength={2000}
        value={values.description}
        onChange={(description) => change({ description })}
      />
      {!item && <StockFields values={values} change={change} />}
      <Check
        label={t.fields.tracked}
        checked={values.track_stock}
        onChange={(track_stock) => change({ track_stock })}
      />
      <Check
        label={t.fields.inRewards}
        checked={values.enabled_in_rewards}
        onChange={(enabled_in_rewards) => change({ enabled_in_rewards })}
      />
      {item && <ForDevelopers values={[[t.fields.id, item._id]]} />}
    </FormDialog>
  );
}

function StockFields({ values, change }: { values: Values; change: (changes: Partial<Values>) => void }) {
  const t = useMessages("roulettes");
  return (
    <>
      <NumberField
        name="available_stock"
        label={t.fields.stock}
        value={values.available_stock}
        onChange={(available_stock) => change({ available_stock })}
      />
      <TextField
        name="currency"
        label={t.fields.currency}
        hint={t.items.currencyHint}
        maxLength={3}
        value={values.currency}
        onChange={(currency) => change({ currency: currency.toUpperCase() })}
      />
    </>
  );
}

export function ItemStockDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const t = useMessages("roulettes").items;
  const format = useFormat();
  const [units, setUnits] = useState<number>();
  const add = useAddItemStock(({ available_stock: stock }) => {
    showToast(t.added(format.number(stock)));
    onClose();
  });
  const submit = () => add.mutate({ id: item._id, addUnits: units as number });
  return (
    <FormDialog title={t.addTitle(item.name)} submit={t.addStock} write={add} onSubmit={submit} onClose={onClose}>
      <p>{t.added(format.number(item.available_stock))}</p>
      <NumberField
        name="addUnits"
        label={t.addUnits}
        hint={t.addHint}
        min={-1_000_000}
        value={units}
        onChange={setUnits}
      />
    </FormDialog>
  );
}
