import { ConfirmDialog } from "../../components/confirm-dialog.js";
import { showToast } from "../../components/toast-store.js";
import { useFormat } from "../../i18n/use-format.js";
import { type Key, useRevokeKey } from "./keys.api.js";
import { useKeyMessages } from "./messages/index.js";

export function RevokeKeyDialog({ value, onClose }: { value: Key; onClose: () => void }) {
  const t = useKeyMessages().revoke;
  const format = useFormat();
  const revoke = useRevokeKey(value._id, () => {
    showToast(t.done);
    onClose();
  });
  return (
    <ConfirmDialog
      title={t.title(value.name)}
      confirm={t.submit}
      isDangerous
      write={{ ...revoke, mutate: () => revoke.mutate() }}
      onClose={onClose}
    >
      <p>{t.text}</p>
      {value.lastUsedAt && <p>{t.lastUsed(format.relative(value.lastUsedAt))}</p>}
    </ConfirmDialog>
  );
}
