import { useState } from "react";
import { Check, Form, FormError } from "../../components/forms/form.js";
import { SelectField, TextField } from "../../components/forms/inputs.js";
import { splitList } from "../../components/forms/split-list.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import { type IdentityProvider, usePutSignInSettings, useTestIdentityProvider } from "./sign-in.api.js";

const roles = ["viewer", "operator", "approver"] as const;

const emptyProvider = {
  ...{ issuer: "", clientId: "", domains: [] as string[], role: "viewer" as const },
  acceptsMissingEmailVerified: false,
};

export function SignInForm({ provider }: { provider: IdentityProvider | null }) {
  const { signIn: t } = useMessages("settings");
  const { roles: roleNames } = useMessages("app");
  const { save } = useMessages("components");
  const { issuer, clientId, domains, role, acceptsMissingEmailVerified } = provider ?? emptyProvider;
  const [values, setValues] = useState({
    ...{ issuer, clientId, role, acceptsMissingEmailVerified },
    clientSecret: "",
    domains: domains.join("\n"),
  });
  const put = usePutSignInSettings(() => showToast(t.saved));
  const change = (changes: Partial<typeof values>) => setValues({ ...values, ...changes });
  const submit = () => {
    const { clientSecret, ...rest } = values;
    put.mutate({ ...rest, domains: splitList(values.domains), ...(clientSecret && { clientSecret }) });
  };
  // The server keeps the secret for the issuer and client for which it was entered.
  const isStored = provider?.issuer === values.issuer && provider.clientId === values.clientId;
  return (
    <div className="card">
      <Form onSubmit={submit} error={put.error} submit={save} isPending={put.isPending}>
        <TextField
          name="issuer"
          type="url"
          label={t.issuer}
          hint={t.issuerHint}
          value={values.issuer}
          onChange={(next) => change({ issuer: next.trim() })}
        />
        <IssuerTest issuer={values.issuer} key={values.issuer} />
        <TextField
          name="clientId"
          label={t.clientId}
          value={values.clientId}
          onChange={(next) => change({ clientId: next.trim() })}
        />
        <TextField
          name="clientSecret"
          type="password"
          label={t.clientSecret}
          hint={isStored ? t.clientSecretStored : t.clientSecretHint}
          isOptional={isStored}
          value={values.clientSecret}
          onChange={(clientSecret) => change({ clientSecret })}
        />
        <TextField
          name="domains"
          label={t.domains}
          hint={t.domainsHint}
          rows={3}
          value={values.domains}
          onChange={(next) => change({ domains: next })}
        />
        <Check
          name="acceptsMissingEmailVerified"
          label={t.acceptsMissing}
          hint={t.acceptsMissingHint}
          checked={values.acceptsMissingEmailVerified}
          onChange={(next) => change({ acceptsMissingEmailVerified: next })}
        />
        <SelectField
          name="role"
          label={t.role}
          hint={t.roleHint}
          value={values.role}
          options={roles.map((each) => [each, roleNames[each]] as const)}
          onChange={(next) => change({ role: next })}
        />
      </Form>
    </div>
  );
}

/** Reads the document of the provider, so that a wrong address is found before anything is entered there. */
function IssuerTest({ issuer }: { issuer: string }) {
  const { signIn: t } = useMessages("settings");
  const test = useTestIdentityProvider();
  return (
    <div className="field stack">
      <div className="page-actions">
        <button type="button" onClick={() => test.mutate(issuer)} disabled={test.isPending || issuer === ""}>
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
