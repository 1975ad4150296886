import { useState } from "react";
import { FormDialog } from "../../components/form-dialog.js";
import { FieldGroup } from "../../components/form.js";
import { NumberField, SelectField, TextField } from "../../components/inputs.js";
import { useComponentMessages } from "../../components/messages/index.js";
import { showToast } from "../../components/toast-store.js";
import { useRouletteMessages } from "./messages/index.js";
import { type Roulette, useUpdateRoulette } from "./roulettes.api.js";

const toValues = (roulette: Roulette) => ({
  name: roulette.name,
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
  const { max_wins, spinsPerVisitor, time_to_expire, ...texts } = fields;
  return { id, ...texts, max_wins, spinsPerVisitor, time_to_expire, giftChanges };
}

export function RouletteDialog({ roulette, onClose }: { roulette: Roulette; onClose: () => void }) {
  const t = useRouletteMessages();
  const common = useComponentMessages();
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
      <Limits values={values} change={change} />
      <Weights roulette={roulette} values={values} change={change} />
      <Texts values={values} change={change} />
    </FormDialog>
  );
}

interface PartProps {
  values: Values;
  change: (changes: Partial<Values>) => void;
}

function Limits({ values, change }: PartProps) {
  const t = useRouletteMessages();
  const units = { hours: t.details.hours("").trim(), days: t.details.days("").trim() };
  return (
    <>
      <div className="field-row">
        <NumberField
          name="spinsPerVisitor"
          label={t.fields.spinsPerVisitor}
          min={1}
          value={values.spinsPerVisitor}
          onChange={(spinsPerVisitor) => change({ spinsPerVisitor })}
        />
        <NumberField
          name="max_wins"
          label={t.fields.maxWins}
          min={1}
          value={values.max_wins}
          onChange={(max_wins) => change({ max_wins })}
        />
      </div>
      <div className="field-row">
        <NumberField
          name="time_to_expire"
          label={t.fields.expiry}
          min={1}
          value={values.time_to_expire}
          onChange={(time_to_expire) => change({ time_to_expire })}
        />
        <SelectField
          name="time_unit"
          label={<span className="hidden">{t.fields.expiry}</span>}
          value={values.time_unit}
          options={[
            ["hours", units.hours],
            ["days", units.days],
          ]}
          onChange={(time_unit) => change({ time_unit })}
        />
      </div>
    </>
  );
}

function Weights({ roulette, values, change }: PartProps & { roulette: Roulette }) {
  const t = useRouletteMessages().details;
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

function Texts({ values, change }: PartProps) {
  const t = useRouletteMessages().details;
  return (
    <>
      <TextField
        name="textToWin"
        label={t.textToWin}
        maxLength={1000}
        value={values.textToWin}
        onChange={(textToWin) => change({ textToWin })}
      />
      <TextField
        name="textToLose"
        label={t.textToLose}
        maxLength={1000}
        value={values.textToLose}
        onChange={(textToLose) => change({ textToLose })}
      />
      <TextField
        name="termsAndConditions"
        label={t.terms}
        rows={4}
        maxLength={20_000}
        value={values.termsAndConditions}
        onChange={(termsAndConditions) => change({ termsAndConditions })}
      />
    </>
  );
}
