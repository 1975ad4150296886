import { useState } from "react";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { FieldGroup } from "../../components/forms/form.js";
import { NumberField, TextField } from "../../components/forms/inputs.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import { LimitFields, TextFields } from "./roulette-fields.js";
import { hasExpiry } from "./roulettes.rules.js";
import { type Roulette, useUpdateRoulette } from "./roulettes.api.js";

const toValues = (roulette: Roulette) => ({
  name: roulette.name,
  timeToWin: roulette.timeToWin as number | undefined,
  timeToLose: roulette.timeToLose as number | undefined,
  textToWin: roulette.textToWin,
  textToLose: roulette.textToLose,
  termsAndConditions: roulette.termsAndConditions,
  max_wins: roulette.max_wins as number | undefined,
  spinsPerVisitor: roulette.spinsPerVisitor as number | undefined,
  time_to_expire: roulette.time_to_expire as number | undefined,
  time_unit: roulette.time_unit,
  weights: roulette.gifts.map(({ probability }) => probability as number | undefined),
});

type Values = ReturnType<typeof toValues>;

/** Only gifts whose weight was changed are named. */
function toInput({ weights, ...fields }: Values, { _id: id, gifts }: Roulette) {
  const giftChanges = weights.flatMap((probability, index) =>
    probability === gifts[index]?.probability ? [] : [{ index, probability: probability ?? 0 }],
  );
  return { id, ...fields, giftChanges };
}

export function RouletteDialog({ roulette, onClose }: { roulette: Roulette; onClose: () => void }) {
  const t = useMessages("roulettes");
  const common = useMessages("components");
  const [values, setValues] = useState(() => toValues(roulette));
  const update = useUpdateRoulette(() => {
    showToast(t.details.changed);
    onClose();
  });
  const change = (changes: Partial<Values>) => setValues({ ...values, ...changes });
  return (
    <FormDialog
      title={t.details.changeTitle}
      submit={common.save}
      write={update}
      onSubmit={() => update.mutate(toInput(values, roulette))}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t.fields.name}
        maxLength={200}
        value={values.name}
        onChange={(name) => change({ name })}
      />
      <LimitFields values={values} change={change} expires={hasExpiry(roulette.typeOfRoulette.name)} />
      <Weights roulette={roulette} values={values} change={change} />
      <TextFields values={values} change={change} />
    </FormDialog>
  );
}

interface WeightsProps {
  roulette: Roulette;
  values: Values;
  change: (changes: Partial<Values>) => void;
}

function Weights({ roulette, values, change }: WeightsProps) {
  const t = useMessages("roulettes").details;
  return (
    <FieldGroup name="giftChanges" label={t.weights} hint={t.weightsHint}>
      <div className="weights">
        {roulette.gifts.map(({ value }, index) => (
          <NumberField
            key={value}
            name={`weight-${index}`}
            label={value}
            isDecimal
            value={values.weights[index]}
            onChange={(weight) => change({ weights: values.weights.with(index, weight) })}
          />
        ))}
      </div>
    </FieldGroup>
  );
}
