import { useState } from "react";
import { type Reply, useRecord } from "../../api/public-api.js";
import { Dialog } from "../../components/dialogs/dialog.js";
import { Check } from "../../components/forms/form.js";
import { SelectField } from "../../components/forms/inputs.js";
import { WriteForm } from "../../components/forms/write-form.js";
import { Loaded } from "../../components/loaded.js";
import { useMessages } from "../../i18n/messages.js";

type Notices = Reply<"console", "getApprovalNotices">;
type QuietHours = Notices["quietHours"];

const hours = Array.from({ length: 24 }, (_, hour) => [String(hour), `${String(hour).padStart(2, "0")}:00`] as const);
/** What is suggested when a person chooses quiet hours. */
const night = { from: 22, to: 7 };

/** How this person is told that requests wait. Not shown where the installation sends no e-mails. */
export function NoticesButton() {
  const { notices: t } = useMessages("approvals");
  const settings = useRecord("console", "getApprovalNotices", {});
  const [isOpen, setOpen] = useState(false);
  // When it could not be read, the dialog says so.
  if (settings.data ? !settings.data.isOffered : !settings.error) return null;
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {t.button}
      </button>
      {isOpen && (
        <Dialog title={t.title} onClose={close}>
          <Loaded query={settings}>{(notices) => <NoticesForm notices={notices} onClose={close} />}</Loaded>
        </Dialog>
      )}
    </>
  );
}

function NoticesForm({ notices, onClose }: { notices: Notices; onClose: () => void }) {
  const { notices: t } = useMessages("approvals");
  const { byEmail, quietHours: first, email } = notices;
  return (
    <WriteForm
      area="console"
      operation="setApprovalNotices"
      first={{ byEmail, quietHours: first }}
      fields={[
        { name: "byEmail", kind: "check", hint: t.byEmailHint(email) },
        {
          name: "quietHours",
          kind: "own",
          field: ({ quietHours = null }, change) => (
            <QuietHoursField value={quietHours} onChange={(next) => change({ quietHours: next })} />
          ),
        },
      ]}
      words={t}
      onDone={onClose}
      onCancel={onClose}
    />
  );
}

function QuietHoursField({ value, onChange }: { value: QuietHours; onChange: (next: QuietHours) => void }) {
  const { notices: t } = useMessages("approvals");
  return (
    <>
      <Check
        label={t.quiet}
        hint={t.quietHint}
        checked={value !== null}
        onChange={(isQuiet) => onChange(isQuiet ? night : null)}
      />
      {value && (
        <div className="field-row">
          {(["from", "to"] as const).map((end) => (
            <SelectField
              key={end}
              name={`quietHours.${end}`}
              label={t[end]}
              value={String(value[end])}
              options={hours}
              onChange={(hour) => onChange({ ...value, [end]: Number(hour) })}
            />
          ))}
        </div>
      )}
    </>
  );
}
