import { ConfirmDialog } from "../../components/confirm-dialog.js";
import { PeriodDialog } from "../../components/period-dialog.js";
import { showToast } from "../../components/toast-store.js";
import { useDeleteBankProvider, useRotateBankSecret } from "./bank.api.js";
import { useSettingsMessages } from "./messages/index.js";

const overlapHours = { now: 0, day: 24, days3: 72, week: 168 } as const;

interface RotateBankDialogProps {
  onSecret: (secret: string) => void;
  onClose: () => void;
}

export function RotateBankDialog({ onSecret, onClose }: RotateBankDialogProps) {
  const { rotation: t } = useSettingsMessages().bank;
  const rotate = useRotateBankSecret((secret) => {
    onClose();
    onSecret(secret);
  });
  return (
    <PeriodDialog<keyof typeof overlapHours>
      words={t}
      name="overlapHours"
      first="day"
      write={{ ...rotate, mutate: (period) => rotate.mutate(overlapHours[period]) }}
      onClose={onClose}
    />
  );
}

export function DeleteBankDialog({ onClose }: { onClose: () => void }) {
  const { removal: t } = useSettingsMessages().bank;
  const remove = useDeleteBankProvider(() => {
    showToast(t.done);
    onClose();
  });
  return (
    <ConfirmDialog
      title={t.title}
      confirm={t.submit}
      isDangerous
      write={{ ...remove, mutate: () => remove.mutate() }}
      onClose={onClose}
    >
      <p>{t.text}</p>
    </ConfirmDialog>
  );
}
