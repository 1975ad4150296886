import { useState } from "react";
import { Dialog } from "../../components/dialog.js";
import { Field, Form } from "../../components/form.js";
import { useRotateKey } from "./keys.api.js";
import { useKeyMessages } from "./messages/index.js";

const overlapDays = { now: 0, day: 1, days3: 3, week: 7 } as const;

interface RotateKeyDialogProps {
  keyId: string;
  onRotated: (key: { key: string; oldKeyExpiresAt: string }) => void;
  onClose: () => void;
}

export function RotateKeyDialog({ keyId, onRotated, onClose }: RotateKeyDialogProps) {
  const t = useKeyMessages().rotate;
  const [overlap, setOverlap] = useState<keyof typeof overlapDays>("day");
  const rotate = useRotateKey(keyId, onRotated);
  return (
    <Dialog title={t.title} onClose={onClose}>
      <p>{t.text}</p>
      <Form
        onSubmit={() => rotate.mutate(overlapDays[overlap])}
        error={rotate.error}
        submit={t.submit}
        isPending={rotate.isPending}
        onCancel={onClose}
      >
        <Field name="overlapDays" label={t.overlap}>
          {(input) => (
            <select
              {...input}
              value={overlap}
              onChange={(event) => setOverlap(event.target.value as keyof typeof overlapDays)}
            >
              {Object.keys(overlapDays).map((name) => (
                <option key={name} value={name}>
                  {t.hours[name as keyof typeof overlapDays]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </Form>
    </Dialog>
  );
}
