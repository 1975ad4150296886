import { putSignInSettings } from "../../api/limits/console.js";
import { type Input, type Reply, useChange } from "../../api/public-api.js";
import { FormError } from "../../components/forms/form.js";
import { splitList } from "../../components/forms/split-list.js";
import { WriteForm } from "../../components/forms/write-form.js";
import { useMessages } from "../../i18n/messages.js";

type IdentityProvider = NonNullable<Reply<"console", "getSignInSettings">["provider"]>;

/** The domains are written as a list, one per line. */
type Values = Omit<Input<"console", "putSignInSettings">, "domains"> & { domains: string };

const roles = ["viewer", "operator", "approver"] as const;

export function SignInForm({ provider }: { provider: IdentityProvider | null }) {
  const { signIn: t } = useMessages("settings");
  const { roles: roleNames } = useMessages("app");
  return (
    <div className="card">
      <WriteForm
        area="console"
        operation="putSignInSettings"
        limits={putSignInSettings}
        fields={[
          { name: "issuer", kind: "url" },
          ({ issuer }) => <IssuerTest issuer={issuer.trim()} key={issuer} />,
          { name: "clientId", kind: "text" },
          {
            name: "clientSecret",
            kind: "secret",
            isStored: ({ issuer, clientId }) =>
              provider?.issuer === issuer.trim() && provider.clientId === clientId.trim(),
          },
          { name: "domains", kind: "text", rows: 3 },
          { name: "acceptsMissingEmailVerified", kind: "check" },
          { name: "role", kind: "choice", options: roles.map((each) => [each, roleNames[each]]), first: "viewer" },
        ]}
        first={{ ...provider, domains: provider?.domains.join("\n") }}
        toInput={({ issuer, clientId, clientSecret, domains, ...same }: Values) => ({
          ...same,
          issuer: issuer.trim(),
          clientId: clientId.trim(),
          domains: splitList(domains),
          ...(clientSecret && { clientSecret }),
        })}
        words={t}
      />
    </div>
  );
}

/** Reads the document of the provider, so that a wrong address is found before anything is entered there. */
function IssuerTest({ issuer }: { issuer: string }) {
  const { signIn: t } = useMessages("settings");
  const test = useChange("console", "testIdentityProvider");
  return (
    <div className="field stack">
      <div className="page-actions">
        <button type="button" onClick={() => test.mutate({ issuer })} disabled={test.isPending || issuer === ""}>
          {t.test}
        </button>
      </div>
      <div role="status">
        {test.data && (
          <div className="notice good">
            <p>{t.tested(new URL(test.data.authorizationEndpoint).host)}</p>
          </div>
        )}
      </div>
      <FormError error={test.error} />
    </div>
  );
}
