import { createRoulette } from "../../api/limits/roulettes.js";
import { rewardSource } from "../../api/record-sources.js";
import { Fields } from "../../components/forms/fields.js";
import { FieldGroup } from "../../components/forms/form.js";
import { NumberField, SelectField } from "../../components/forms/inputs.js";
import { RecordField } from "../../components/forms/record-choice.js";
import { type RowFieldsProps, RowList } from "../../components/forms/row-list.js";
import { createRowId } from "../../components/forms/rows.rules.js";
import { useMessages } from "../../i18n/messages.js";
import { useGiftFields } from "./gift-fields.js";
import { createGiftRow, type GiftRow } from "./roulettes.rules.js";

const maxGifts = 100;

interface NewGiftsProps {
  rows: readonly GiftRow[];
  setRows: (rows: readonly GiftRow[]) => void;
}

/** The gifts of a new roulette, in the order of the wheel. Later they keep their place and their type. */
export function NewGifts({ rows, setRows }: NewGiftsProps) {
  const t = useMessages("roulettes").gift;
  return (
    <FieldGroup name="gifts" label={t.title} hint={t.lead}>
      <RowList
        rows={rows}
        onChange={setRows}
        max={maxGifts}
        create={() => createGiftRow(createRowId(rows), "Points")}
        getKey={({ id }) => id}
        words={t}
      >
        {(row) => <GiftFields {...row} rows={rows} />}
      </RowList>
    </FieldGroup>
  );
}

function GiftFields({ row, rows, change }: RowFieldsProps<GiftRow> & Pick<NewGiftsProps, "rows">) {
  const t = useMessages("roulettes").gift;
  const fields = useGiftFields(rows.filter((other) => other !== row).map(({ value }) => value));
  return (
    <>
      <SelectField
        name={`type-${row.id}`}
        label={t.type}
        value={row.type}
        options={t.types}
        onChange={(type) => change({ type, quantity: createGiftRow(row.id, type).quantity })}
      />
      <Fields
        fields={fields}
        texts={t}
        limits={createRoulette.gifts}
        prefix={`${row.id}-`}
        values={row}
        change={change}
      />
      {row.type !== "Perder" && (
        <NumberField
          name={`quantity-${row.id}`}
          label={t.quantity}
          hint={t.quantityHint}
          isOptional={row.type !== "Fisico"}
          value={row.quantity}
          onChange={(quantity) => change({ quantity })}
        />
      )}
      {row.type === "Fisico" && (
        <RecordField
          name={`item-${row.id}`}
          label={t.item}
          hint={t.itemHint}
          isOptional
          source={rewardSource}
          value={row.item_id}
          onChange={(item_id) => change({ item_id })}
        />
      )}
    </>
  );
}
