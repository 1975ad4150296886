import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { createRoulette } from "../../api/limits/roulettes.js";
import { useChange } from "../../api/public-api.js";
import { Fields } from "../../components/forms/fields.js";
import { Form } from "../../components/forms/form.js";
import { SelectField } from "../../components/forms/inputs.js";
import { Loaded } from "../../components/loaded.js";
import { Page, Section } from "../../components/page.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import { NewGifts } from "./new-gifts.js";
import { getLimitFields, textFields } from "./roulette-fields.js";
import { type Catalogue, useCatalogue } from "./roulettes.api.js";
import {
  createGiftRow,
  type GiftRow,
  hasExpiry,
  type RouletteValues,
  toChances,
  toNewRoulette,
} from "./roulettes.rules.js";
import { Wheel } from "./wheel.js";

export default function NewRoulettePage() {
  const t = useMessages("roulettes").create;
  return (
    <Page title={t.title} lead={t.lead}>
      <Loaded query={useCatalogue()}>{(catalogue) => <RouletteForm catalogue={catalogue} />}</Loaded>
    </Page>
  );
}

const firstValues: RouletteValues = {
  name: "",
  typeId: 1,
  timeToWin: 5,
  timeToLose: 5,
  textToWin: "",
  textToLose: "",
  termsAndConditions: "",
  max_wins: 1,
  spinsPerVisitor: 1,
  time_to_expire: 24,
  time_unit: "hours",
};

function RouletteForm({ catalogue }: { catalogue: Catalogue }) {
  const t = useMessages("roulettes");
  const navigate = useNavigate({ from: "/b/$businessId" });
  const [values, setValues] = useState(firstValues);
  // A wheel has at least one gift without prize.
  const [rows, setRows] = useState<readonly GiftRow[]>([createGiftRow(0, "Points"), createGiftRow(1, "Perder")]);
  const change = (changes: Partial<RouletteValues>) => setValues({ ...values, ...changes });
  const list = () => void navigate({ to: "/b/$businessId/roulettes" });
  const create = useChange("roulettes", "createRoulette", ({ _id: rouletteId }) => {
    showToast(t.create.created);
    void navigate({ to: "/b/$businessId/roulettes/$rouletteId", params: { rouletteId } });
  });
  const expires = hasExpiry(catalogue.roulettes.find(({ _id }) => _id === values.typeId)?.name);
  const types: Readonly<Record<string, string>> = t.create.types;
  return (
    <div className="setup">
      <Form
        onSubmit={() => create.mutate(toNewRoulette(values, rows, catalogue))}
        error={create.error}
        submit={t.create.submit}
        isPending={create.isPending}
        onCancel={list}
      >
        <Fields
          fields={[
            { name: "name", kind: "text" },
            <SelectField
              key="type"
              name="typeOfRoulette"
              label={t.fields.type}
              value={String(values.typeId)}
              options={catalogue.roulettes.map(({ _id, name }) => [String(_id), types[name] ?? name])}
              onChange={(id) => change({ typeId: Number(id) })}
            />,
            ...getLimitFields(t, expires),
            ...textFields,
          ]}
          texts={t.fields}
          limits={createRoulette}
          values={values}
          change={change}
        />
        <NewGifts rows={rows} setRows={setRows} />
      </Form>
      <Preview rows={rows} />
    </div>
  );
}

/** The wheel by the weights alone: only the server knows which gifts can be won. */
function Preview({ rows }: { rows: readonly GiftRow[] }) {
  const t = useMessages("roulettes");
  const chances = toChances(rows.map(({ probability }) => probability));
  const gifts = rows.map(({ value, emoji }, index) => {
    return { value: value || t.gift.place(String(index + 1)), emoji, chancePercent: chances[index] ?? 0 };
  });
  return (
    <Section title={t.details.wheel} lead={t.details.weightsLead}>
      <Wheel gifts={gifts} />
    </Section>
  );
}
