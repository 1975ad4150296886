import { useState } from "react";
import { TenantOpsError } from "../../api/errors.js";
import { renamePasskey } from "../../api/limits/console.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.js";
import { Dialog } from "../../components/dialogs/dialog.js";
import { showError } from "../../components/error-notice.js";
import { EmptyState } from "../../components/empty-state.js";
import { Form } from "../../components/forms/form.js";
import { TextField } from "../../components/forms/inputs.js";
import { Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import { type Passkey, useAddPasskey, useDeletePasskey, usePasskeys, useRenamePasskey } from "./profile.api.js";

export function Passkeys() {
  const { passkeys: t } = useMessages("profile");
  const list = usePasskeys();
  const [removing, setRemoving] = useState<Passkey>();
  const [renaming, setRenaming] = useState<Passkey>();
  const add = useAddPasskey(() => showToast(t.added));
  // The error text of the browser is not shown: usually the person has only closed its window.
  const onError = (error: Error) =>
    error instanceof TenantOpsError ? void showError(error) : showToast(t.failed, "wrong");
  const button = (
    <button
      type="button"
      className="primary"
      onClick={() => add.mutate({ isFirst: list.data?.length === 0 }, { onError })}
      disabled={add.isPending}
    >
      {t.add}
    </button>
  );
  const columns: Column<Passkey>[] = [
    { header: t.columns.name, cell: ({ name }) => name },
    { header: t.columns.where, cell: ({ isSynced }) => (isSynced ? t.synced : t.single) },
    { header: t.columns.created, cell: (passkey) => <Added {...passkey} /> },
    { header: t.columns.lastUse, cell: ({ lastUsedAt }) => <Time value={lastUsedAt} /> },
    {
      header: t.columns.actions,
      cell: (passkey) => (
        <div className="page-actions">
          <button type="button" onClick={() => setRenaming(passkey)}>
            {t.rename} <span className="hidden">{passkey.name}</span>
          </button>
          <button type="button" className="danger" onClick={() => setRemoving(passkey)}>
            {t.remove} <span className="hidden">{passkey.name}</span>
          </button>
        </div>
      ),
    },
  ];
  return (
    <Section title={t.title} lead={t.lead} actions={button}>
      <DataTable
        caption={t.caption}
        columns={columns}
        list={list}
        getId={({ _id }) => _id}
        empty={<EmptyState title={t.emptyTitle}>{t.emptyText}</EmptyState>}
      />
      {renaming && <RenamePasskeyDialog value={renaming} onClose={() => setRenaming(undefined)} />}
      {removing && <RemovePasskeyDialog value={removing} onClose={() => setRemoving(undefined)} />}
    </Section>
  );
}

function Added({ createdAt, isFromLink }: Passkey) {
  const { passkeys: t } = useMessages("profile");
  return (
    <>
      <Time value={createdAt} />
      {isFromLink && <p className="note">{t.fromLink}</p>}
    </>
  );
}

function RemovePasskeyDialog({ value, onClose }: { value: Passkey; onClose: () => void }) {
  const { passkeys: t } = useMessages("profile");
  const remove = useDeletePasskey(() => {
    showToast(t.removed);
    onClose();
  });
  return (
    <ConfirmDialog
      title={t.removeTitle(value.name)}
      confirm={t.remove}
      isDangerous
      write={{ ...remove, mutate: () => remove.mutate(value._id) }}
      onClose={onClose}
    >
      <p>{t.removeText}</p>
    </ConfirmDialog>
  );
}

function RenamePasskeyDialog({ value, onClose }: { value: Passkey; onClose: () => void }) {
  const { passkeys: t } = useMessages("profile");
  const { save } = useMessages("components");
  const [name, setName] = useState(value.name);
  const rename = useRenamePasskey(() => {
    showToast(t.renamed);
    onClose();
  });
  return (
    <Dialog title={t.renameTitle(value.name)} onClose={onClose}>
      <Form
        onSubmit={() => rename.mutate({ passkeyId: value._id, name })}
        error={rename.error}
        submit={save}
        isPending={rename.isPending}
        onCancel={onClose}
      >
        <TextField name="name" label={t.columns.name} value={name} onChange={setName} {...renamePasskey.name} />
      </Form>
    </Dialog>
  );
}
