import { updateRoulette } from "../../api/limits/roulettes.js";
import type { Input } from "../../api/public-api.js";
import type { DialogAbout } from "../../components/dialogs/dialog.js";
import { WriteDialog } from "../../components/dialogs/write-dialog.js";
import { FieldGroup } from "../../components/forms/form.js";
import { NumberField } from "../../components/forms/inputs.js";
import { useMessages } from "../../i18n/messages.js";
import { getLimitFields, textFields } from "./roulette-fields.js";
import type { Roulette } from "./roulettes.api.js";
import { hasExpiry } from "./roulettes.rules.js";

export function RouletteDialog({ record: roulette, onClose }: DialogAbout<Roulette>) {
  const t = useMessages("roulettes");
  return (
    <WriteDialog
      area="roulettes"
      operation="updateRoulette"
      limits={updateRoulette}
      words={{ title: t.details.changeTitle, done: t.details.changed, fields: t.fields }}
      fields={[
        { name: "name", kind: "text" },
        ...getLimitFields(t, hasExpiry(roulette.typeOfRoulette.name)),
        {
          name: "giftChanges",
          kind: "own",
          first: [],
          field: ({ giftChanges = [] }, change) => (
            <Weights roulette={roulette} changes={giftChanges} onChange={(next) => change({ giftChanges: next })} />
          ),
        },
        ...textFields,
      ]}
      first={roulette}
      toInput={({ giftChanges = [], ...same }) => ({
        ...same,
        giftChanges: giftChanges.map(({ index, probability = 0 }) => ({ index, probability })),
      })}
      given={{ id: roulette._id }}
      onClose={onClose}
    />
  );
}

/** Only gifts whose weight was changed are named. */
type GiftChanges = NonNullable<Input<"roulettes", "updateRoulette">["giftChanges"]>;

interface WeightsProps {
  roulette: Roulette;
  changes: GiftChanges;
  onChange: (changes: GiftChanges) => void;
}

function Weights({ roulette: { gifts }, changes, onChange }: WeightsProps) {
  const t = useMessages("roulettes").details;
  const set = (index: number, probability: number | undefined) => {
    const others = changes.filter((each) => each.index !== index);
    onChange(probability === gifts[index]?.probability ? others : [...others, { index, probability }]);
  };
  return (
    <FieldGroup name="giftChanges" label={t.weights} hint={t.weightsHint}>
      <div className="weights">
        {gifts.map(({ value, probability }, index) => {
          const changed = changes.find((each) => each.index === index);
          return (
            <NumberField
              key={value}
              name={`weight-${index}`}
              label={value}
              isDecimal
              {...updateRoulette.giftChanges.probability}
              value={changed ? changed.probability : probability}
              onChange={(weight) => set(index, weight)}
            />
          );
        })}
      </div>
    </FieldGroup>
  );
}
