import { useState } from "react";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { Check } from "../../components/forms/form.js";
import { NumberField, SelectField, TextField } from "../../components/forms/inputs.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import { type Center, useCreateCenter, useUpdateCenter } from "./supply.api.js";
import { toGeo } from "./supply.rules.js";

interface Values {
  name: string;
  address: string;
  latitude: number | undefined;
  longitude: number | undefined;
  mapsLink: string;
  capacity: number | undefined;
  type: "physical" | "online";
  isActive: boolean;
}

const toValues = (center: Center | undefined): Values => ({
  name: center?.name ?? "",
  address: center?.address ?? "",
  latitude: center?.geo?.latitude,
  longitude: center?.geo?.longitude,
  mapsLink: center?.mapsLink ?? "",
  capacity: center?.capacity ?? 50,
  type: center?.type ?? "physical",
  isActive: center?.isActive ?? true,
});

/** A link that was not touched is not sent, so that one that was made from the coordinates follows them. */
function toInput({ latitude, longitude, mapsLink, capacity, ...same }: Values, before: Center | undefined) {
  const link = mapsLink === (before?.mapsLink ?? "") ? {} : { mapsLink };
  return { ...same, ...link, capacity: capacity as number, geo: toGeo(latitude, longitude) };
}

/** Creates a center, or changes `value`. */
export function CenterDialog({ value, onClose }: { value?: Center; onClose: () => void }) {
  const t = useMessages("supply");
  const common = useMessages("components");
  const [values, setValues] = useState(() => toValues(value));
  const finish = (text: string) => () => {
    showToast(text);
    onClose();
  };
  const create = useCreateCenter(finish(t.centers.created));
  const update = useUpdateCenter(finish(t.centers.changed));
  const submit = () => {
    const input = toInput(values, value);
    if (value) update.mutate({ id: value._id, ...input });
    else create.mutate(input);
  };
  const change = (changes: Partial<Values>) => setValues({ ...values, ...changes });
  return (
    <FormDialog
      title={value ? t.centers.change : t.centers.create}
      submit={value ? common.save : common.create}
      write={value ? update : create}
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
      <SelectField
        name="type"
        label={t.fields.kind}
        value={values.type}
        options={(["physical", "online"] as const).map((type) => [type, t.centers.kinds[type]])}
        onChange={(type) => change({ type })}
      />
      <TextField
        name="address"
        label={t.fields.address}
        isOptional
        maxLength={500}
        value={values.address}
        onChange={(address) => change({ address })}
      />
      <Coordinates values={values} change={change} />
      <NumberField
        name="capacity"
        label={t.fields.capacity}
        hint={t.centers.capacityHint}
        value={values.capacity}
        onChange={(capacity) => change({ capacity })}
      />
      <Check label={t.centers.isOpen} checked={values.isActive} onChange={(isActive) => change({ isActive })} />
    </FormDialog>
  );
}

function Coordinates({ values, change }: { values: Values; change: (changes: Partial<Values>) => void }) {
  const t = useMessages("supply");
  return (
    <>
      <div className="field-row">
        <NumberField
          name="geo"
          label={t.fields.latitude}
          hint={t.centers.coordinatesHint}
          isOptional
          isDecimal
          min={-90}
          value={values.latitude}
          onChange={(latitude) => change({ latitude })}
        />
        <NumberField
          name="longitude"
          label={t.fields.longitude}
          isOptional
          isDecimal
          min={-180}
          value={values.longitude}
          onChange={(longitude) => change({ longitude })}
        />
      </div>
      <TextField
        name="mapsLink"
        label={t.fields.map}
        hint={t.centers.mapHint}
        isOptional
        type="url"
        maxLength={2048}
        value={values.mapsLink}
        onChange={(mapsLink) => change({ mapsLink })}
      />
    </>
  );
}
