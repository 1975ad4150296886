import { type Reply, useRecord } from "../../api/public-api.js";
import { CopyableId } from "../../components/copy.js";
import { RemoveButton } from "../../components/dialogs/remove-dialog.js";
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
    <RemoveButton scope="members:write" area="console" operation="deleteSignInSettings" input={{}} words={t} />
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
      words={t}
      values={{
        redirectUrl: <CopyableId name={t.fields.redirectUrl} value={redirectUrl} note={t.redirectUrlHint} />,
        signInUrl: provider && <CopyableId name={t.fields.signInUrl} value={signInUrl} note={t.signInUrlHint} />,
      }}
    />
  );
}
