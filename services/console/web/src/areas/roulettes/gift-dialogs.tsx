import { addGiftUnits, createRoulette } from "../../api/limits/roulettes.js";
import { WriteDialog } from "../../components/dialogs/write-dialog.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { useGiftFields } from "./gift-fields.js";
import type { Gift, Roulette } from "./roulettes.api.js";
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
  const fields = useGiftFields(gifts.filter((other) => other !== gift).map((other) => other.value));
  return (
    <WriteDialog
      area="roulettes"
      operation="updateRoulette"
      limits={createRoulette.gifts}
      words={{ title: t.gift.change(gift.value), done: t.details.changed, fields: t.gift }}
      fields={fields}
      first={gift}
      given={{ id }}
      toInput={(settings: GiftSettings) => ({ giftChanges: [{ index, ...settings }] })}
      onClose={onClose}
    />
  );
}

export function GiftUnitsDialog({ roulette: { _id: id }, index, gift, onClose }: GiftDialogProps) {
  const t = useMessages("roulettes");
  const format = useFormat();
  return (
    <WriteDialog
      area="roulettes"
      operation="addGiftUnits"
      limits={addGiftUnits}
      words={{ title: t.gift.unitsTitle(gift.value), submit: t.gift.units, fields: t.fields }}
      fields={[{ name: "addUnits", kind: "number" }]}
      given={{ id, index }}
      done={({ gifts }) => t.gift.unitsNow(format.number(gifts[index]?.quantity ?? 0))}
      onClose={onClose}
    >
      <p>{t.gift.unitsNow(format.number(gift.quantity ?? 0))}</p>
    </WriteDialog>
  );
}
