import { useState } from "react";
import type { DialogAbout } from "../../components/dialogs/dialog.js";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { NumberField, TextField } from "../../components/forms/inputs.js";
import { useNow } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { type Preview, useCloseBusiness } from "./offboarding.api.js";
import { daysMax, daysMin, isDays, planDeletion, sumRecords } from "./offboarding.rules.js";

/** Asks for the days and for the name of the business: a click or Enter alone must not close the business. */
export function CloseDialog({ record, onClose }: DialogAbout<Preview>) {
  const { close: t } = useMessages("offboarding");
  const format = useFormat();
  const { name, graceDaysMin, records } = record;
  const least = daysMin(graceDaysMin);
  const limits = [format.number(least), format.number(daysMax)] as const;
  const [days, setDays] = useState<number | undefined>(least);
  const [typed, setTyped] = useState("");
  const close = useCloseBusiness();
  const areDaysRight = isDays(days, graceDaysMin);
  const deleteAt = planDeletion(useNow(), days, graceDaysMin);
  const submit = () => close.mutate({ confirmName: name, ...(days !== undefined && { graceDays: days }) });
  return (
    <FormDialog
      title={t.title}
      submit={t.submit}
      write={close}
      isReady={areDaysRight && typed.trim() === name.trim()}
      isDangerous
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="dialog-text">
        <p>
          <strong>{t.summary(format.number(sumRecords(records)), format.date(deleteAt))}</strong>
        </p>
        <p>{t.text}</p>
      </div>
      <NumberField
        name="graceDays"
        label={t.days}
        hint={t.daysHint(...limits)}
        error={areDaysRight ? undefined : t.daysRefused(...limits)}
        min={least}
        value={days}
        onChange={setDays}
      />
      <TextField name="confirmName" label={t.confirm(name)} value={typed} onChange={setTyped} />
    </FormDialog>
  );
}
