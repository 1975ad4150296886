import { createCenter } from "../../api/limits/supply.js";
import { RecordDialog, type RecordDialogProps } from "../../components/dialogs/write-dialog.js";
import { NumberField } from "../../components/forms/inputs.js";
import { useMessages } from "../../i18n/messages.js";
import type { Center } from "./supply.api.js";

export function CenterDialog({ record, onClose }: RecordDialogProps<Center>) {
  const t = useMessages("supply");
  return (
    <RecordDialog
      area="supply"
      create="createCenter"
      update="updateCenter"
      limits={createCenter}
      record={record}
      words={{ ...t.centers, fields: t.fields }}
      fields={[
        { name: "name", kind: "text" },
        { name: "type", kind: "choice", label: t.fields.kind, options: t.centers.kinds, first: "physical" },
        { name: "address", kind: "text", isOptional: true },
        {
          name: "geo",
          kind: "own",
          field: ({ geo }, change) => <Coordinates value={geo} onChange={(next) => change({ geo: next })} />,
        },
        { name: "mapsLink", kind: "url", isOptional: true },
        { name: "capacity", kind: "number", first: 50 },
        { name: "isActive", kind: "check", first: true },
      ]}
      // Zero with zero means that they are not known. A link that was not touched is not sent, so that one that was made from the
      // coordinates follows them.
      toInput={({ mapsLink, geo, ...same }) => ({
        ...same,
        geo: { latitude: geo?.latitude ?? 0, longitude: geo?.longitude ?? 0 },
        ...(mapsLink !== (record?.mapsLink ?? "") && { mapsLink }),
      })}
      onClose={onClose}
    />
  );
}

/** While one of them is empty, it is missing. */
type Geo = Partial<NonNullable<Center["geo"]>>;

function Coordinates({ value = {}, onChange }: { value: Geo | undefined; onChange: (value: Center["geo"]) => void }) {
  const t = useMessages("supply");
  const change = (changes: Geo) => onChange({ ...value, ...changes } as Center["geo"]);
  return (
    <div className="field-row">
      <NumberField
        name="geo"
        label={t.fields.latitude}
        hint={t.centers.coordinatesHint}
        isOptional
        isDecimal
        {...createCenter.geo.latitude}
        value={value.latitude}
        onChange={(latitude) => change({ latitude })}
      />
      <NumberField
        name="longitude"
        label={t.fields.longitude}
        isOptional
        isDecimal
        {...createCenter.geo.longitude}
        value={value.longitude}
        onChange={(longitude) => change({ longitude })}
      />
    </div>
  );
}
