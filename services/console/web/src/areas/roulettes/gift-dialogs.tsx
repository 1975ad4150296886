import { useState } from "react";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { NumberField } from "../../components/forms/inputs.js";
import { showToast } from "../../components/toasts.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { GiftFields } from "./gift-fields.js";
import { type Gift, type Roulette, useAddGiftUnits, useUpdateRoulette } from "./roulettes.api.js";
import type { GiftSettings } from "./roulettes.rules.js";

export interface GiftDialogProps {
  roulette: Roulette;
  /** Place of the gift in the roulette. */
  index: number;
  gift: Gift;
  onClose: () => void;
}

export function GiftDialog({ roulette: { _id: id, gifts }, index, gift, onClose }: GiftDialogProps) {
  const t = useMessages("roulettes");
  const common = useMessages("components");
  const { value, message, probability, guaranteedForFirstTimers, winInterval, emoji = "", fallback = "" } = gift;
  const [settings, setSettings] = useState<GiftSettings>({
    value,
    message,
    probability,
    guaranteedForFirstTimers,
    winInterval,
    emoji,
    fallback,
  });
  const update = useUpdateRoulette(() => {
    showToast(t.details.changed);
    onClose();
  });
  const submit = () => update.mutate({ id, giftChanges: [{ index, ...settings }] });
  return (
    <FormDialog
      title={t.gift.change(gift.value)}
      submit={common.save}
      write={update}
      onSubmit={submit}
      onClose={onClose}
    >
      <GiftFields
        value={settings}
        others={gifts.filter((other) => other !== gift).map((other) => other.value)}
        onChange={(changes) => setSettings({ ...settings, ...changes })}
      />
    </FormDialog>
  );
}

export function GiftUnitsDialog({ roulette: { _id: id }, index, gift, onClose }: GiftDialogProps) {
  const t = useMessages("roulettes");
  const format = useFormat();
  const [units, setUnits] = useState<number>();
  const add = useAddGiftUnits(({ gifts }) => {
    showToast(t.gift.unitsNow(format.number(gifts[index]?.quantity ?? 0)));
    onClose();
  });
  const submit = () => add.mutate({ id, index, addUnits: units as number });
  return (
    <FormDialog
      title={t.gift.unitsTitle(gift.value)}
      submit={t.gift.units}
      write={add}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t.gift.unitsNow(format.number(gift.quantity ?? 0))}</p>
      <NumberField
        name="addUnits"
        label={t.items.addUnits}
        hint={t.items.addHint}
        min={-1_000_000}
        value={units}
        onChange={setUnits}
      />
    </FormDialog>
  );
}
