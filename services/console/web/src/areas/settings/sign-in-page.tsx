import { type Reply, useRecord } from "../../api/public-api.js";
import { CopyableId } from "../../components/copy.js";
import { ConfirmWrite } from "../../components/dialogs/confirm-write.js";
import { DialogButton } from "../../components/dialogs/dialog-button.js";
import { Loaded } from "../../components/loaded.js";
import { Facts, Page } from "../../components/page.js";
import { useMessages } from "../../i18n/messages.js";
import { SignInForm } from "./sign-in-form.js";

type SignInSettings = Reply<"console", "getSignInSettings">;

/** Settings → Sign-in: the identity provider of the business. */
export default function SignInPage() {
  const { signIn: t } = useMessages("settings");
  const settings = useRecord("console", "getSignInSettings", {});
  const remove = settings.data?.provider && (
    <DialogButton
      scope="members:write"
      className="danger"
      text={t.remove}
      dialog={(onClose) => <RemoveDialog onClose={onClose} />}
    />
  );
  return (
    <Page title={t.title} lead={t.lead} actions={remove}>
      <Loaded query={settings}>
        {(data) => (
          <div className="stack">
            <Addresses settings={data} />
            {/* After a change the form begins again, so that the secret does not stay in the page. */}
            <SignInForm key={data.provider?.updatedAt ?? "new"} provider={data.provider} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

/** What the identity provider and the members need to know. */
function Addresses({ settings: { redirectUrl, signInUrl, provider } }: { settings: SignInSettings }) {
  const { signIn: t } = useMessages("settings");
  return (
    <Facts
      values={[
        { name: t.redirectUrl, value: <Address name={t.redirectUrl} value={redirectUrl} hint={t.redirectUrlHint} /> },
        {
          name: t.signInUrl,
          value: provider && <Address name={t.signInUrl} value={signInUrl} hint={t.signInUrlHint} />,
        },
      ]}
    />
  );
}

function Address({ name, value, hint }: { name: string; value: string; hint: string }) {
  return (
    <>
      <CopyableId value={value} name={name} />
      <p className="note">{hint}</p>
    </>
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const { signIn: t } = useMessages("settings");
  return (
    <ConfirmWrite
      area="console"
      operation="deleteSignInSettings"
      input={{}}
      title={t.removeTitle}
      confirm={t.remove}
      isDangerous
      done={() => t.removed}
      onClose={onClose}
    >
      <p>{t.removeText}</p>
    </ConfirmWrite>
  );
}
