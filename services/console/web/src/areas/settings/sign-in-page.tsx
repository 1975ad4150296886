import { useState } from "react";
import { CopyableId } from "../../components/copy.js";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.js";
import { Loaded } from "../../components/loaded.js";
import { Facts, Page } from "../../components/page.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import { SignInForm } from "./sign-in-form.js";
import { useDeleteSignInSettings, useSignInSettings } from "./sign-in.api.js";

/** Settings → Sign-in: the identity provider of the business. */
export default function SignInPage() {
  const { signIn: t } = useMessages("settings");
  const settings = useSignInSettings();
  const [isRemoving, setRemoving] = useState(false);
  const remove = settings.data?.provider && (
    <button type="button" className="danger" onClick={() => setRemoving(true)}>
      {t.remove}
    </button>
  );
  return (
    <Page title={t.title} lead={t.lead} actions={remove}>
      <Loaded query={settings}>
        {(data) => (
          <div className="stack">
            <Facts
              values={[
                [
                  t.redirectUrl,
                  <>
                    <CopyableId value={data.redirectUrl} name={t.redirectUrl} />
                    <p className="note">{t.redirectUrlHint}</p>
                  </>,
                ],
                [
                  t.signInUrl,
                  data.provider && (
                    <>
                      <CopyableId value={data.signInUrl} name={t.signInUrl} />
                      <p className="note">{t.signInUrlHint}</p>
                    </>
                  ),
                ],
              ]}
            />
            {/* After a change the form begins again, so that the secret does not stay in the page. */}
            <SignInForm key={data.provider?.updatedAt ?? "new"} provider={data.provider} />
          </div>
        )}
      </Loaded>
      {isRemoving && <RemoveDialog onClose={() => setRemoving(false)} />}
    </Page>
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const { signIn: t } = useMessages("settings");
  const remove = useDeleteSignInSettings(() => {
    showToast(t.removed);
    onClose();
  });
  return (
    <ConfirmDialog
      title={t.removeTitle}
      confirm={t.remove}
      isDangerous
      write={{ ...remove, mutate: () => remove.mutate() }}
      onClose={onClose}
    >
      <p>{t.removeText}</p>
    </ConfirmDialog>
  );
}
