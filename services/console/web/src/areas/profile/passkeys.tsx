import { TenantOpsError } from "../../api/errors.js";
import { renamePasskey } from "../../api/limits/console.js";
import { addPasskey } from "../../api/passkey.js";
import { type Reply, useChangeBy, useRecords } from "../../api/public-api.js";
import type { DialogAbout } from "../../components/dialogs/dialog.js";
import { RemoveDialog } from "../../components/dialogs/remove-dialog.js";
import { WriteDialog } from "../../components/dialogs/write-dialog.js";
import { showError } from "../../components/error-notice.js";
import { FilteredList } from "../../components/list-page.js";
import { Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";

type Passkey = Reply<"console", "listPasskeys">["items"][number];

export function Passkeys() {
  const { passkeys: t } = useMessages("profile");
  const list = useRecords("console", "listPasskeys", {}, { limit: null });
  const add = useChangeBy(
    "console",
    (_, isFirst: boolean) => addPasskey(isFirst),
    () => showToast(t.added),
  );
  // The error text of the browser is not shown: usually the person has only closed its window.
  const onError = (error: Error) =>
    error instanceof TenantOpsError ? void showError(error) : showToast(t.failed, "wrong");
  const button = (
    <button
      type="button"
      className="primary"
      onClick={() => add.mutate(list.data?.length === 0, { onError })}
      disabled={add.isPending}
    >
      {t.add}
    </button>
  );
  return (
    <Section title={t.title} lead={t.lead} actions={button}>
      <FilteredList
        words={t}
        list={list}
        columns={{
          name: ({ name }) => name,
          where: ({ isSynced }) => (isSynced ? t.synced : t.single),
          created: ({ createdAt, isFromLink }) => (
            <>
              <Time value={createdAt} />
              {isFromLink && <p className="note">{t.fromLink}</p>}
            </>
          ),
          lastUse: ({ lastUsedAt }) => <Time value={lastUsedAt} />,
        }}
        rowDialogs={{
          dialogs: [
            { text: t.rename, label: ({ name }) => `${t.rename} ${name}`, Dialog: RenamePasskeyDialog },
            {
              text: t.remove,
              label: ({ name }) => `${t.remove} ${name}`,
              Dialog: RemovePasskeyDialog,
              isDangerous: true,
            },
          ],
        }}
      />
    </Section>
  );
}

function RemovePasskeyDialog({ record: { _id: passkeyId, name }, onClose }: DialogAbout<Passkey>) {
  const { passkeys: t } = useMessages("profile");
  return (
    <RemoveDialog
      area="console"
      operation="deletePasskey"
      input={{ passkeyId }}
      words={t}
      name={name}
      onClose={onClose}
    />
  );
}

function RenamePasskeyDialog({ record, onClose }: DialogAbout<Passkey>) {
  const { passkeys: t } = useMessages("profile");
  return (
    <WriteDialog
      area="console"
      operation="renamePasskey"
      limits={renamePasskey}
      words={{ title: t.renameTitle(record.name), done: t.renamed, fields: t.fields }}
      fields={[{ name: "name", kind: "text" }]}
      first={record}
      given={{ passkeyId: record._id }}
      onClose={onClose}
    />
  );
}
