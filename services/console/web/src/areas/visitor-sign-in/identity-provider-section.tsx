import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { CopyableId } from "../../components/copy.js";
import { Form } from "../../components/forms/form.js";
import { TextField } from "../../components/forms/inputs.js";
import { Fact, Facts, Section } from "../../components/page.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import { RemoveButton, SecretField, SetBadge } from "./provider-parts.js";
import { type IdentityProvider, useChangeVisitorSignIn } from "./visitor-sign-in.api.js";

interface SectionProps {
  stored: IdentityProvider | null;
  redirectUrl: string;
}

export function IdentityProviderSection({ stored, redirectUrl }: SectionProps) {
  const all = useMessages("visitor-sign-in");
  const t = all.provider;
  const mayWrite = useBusiness().can("settings:write");
  const actions = mayWrite && stored && <RemoveButton name={t.title} change={{ identityProvider: null }} />;
  return (
    <Section title={t.title} lead={t.lead} actions={actions}>
      <Facts>
        <Fact name={all.state}>
          <SetBadge isSet={stored !== null} />
        </Fact>
        <Fact name={t.redirectUrl}>
          <CopyableId value={redirectUrl} name={t.redirectUrl} />
          <p className="note">{t.redirectUrlHint}</p>
        </Fact>
      </Facts>
      {mayWrite && <IdentityProviderForm stored={stored} />}
    </Section>
  );
}

function IdentityProviderForm({ stored }: { stored: IdentityProvider | null }) {
  const all = useMessages("visitor-sign-in");
  const t = all.provider;
  const { save } = useMessages("components");
  const [values, setValues] = useState({
    issuer: stored?.issuer ?? "",
    clientId: stored?.clientId ?? "",
    clientSecret: "",
  });
  const update = useChangeVisitorSignIn(() => showToast(all.saved));
  const change = (changes: Partial<typeof values>) => setValues({ ...values, ...changes });
  const { clientSecret, ...others } = values;
  const isSame = stored !== null && stored.issuer === values.issuer && stored.clientId === values.clientId;
  const submit = () => update.mutate({ identityProvider: { ...others, ...(clientSecret !== "" && { clientSecret }) } });
  return (
    <div className="card">
      <Form onSubmit={submit} error={update.error} submit={save} isPending={update.isPending}>
        <TextField
          name="identityProvider.issuer"
          type="url"
          label={t.issuer}
          hint={t.issuerHint}
          maxLength={500}
          value={values.issuer}
          onChange={(issuer) => change({ issuer })}
        />
        <TextField
          name="identityProvider.clientId"
          label={t.clientId}
          maxLength={500}
          value={values.clientId}
          onChange={(clientId) => change({ clientId })}
        />
        <SecretField
          name="identityProvider.clientSecret"
          label={t.clientSecret}
          isStored={isSame}
          value={values.clientSecret}
          onChange={(secret) => change({ clientSecret: secret })}
        />
      </Form>
    </div>
  );
}
